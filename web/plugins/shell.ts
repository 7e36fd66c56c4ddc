import type { Plugin } from 'vite'

const LINKS = /\s*<link rel="(?:stylesheet|modulepreload)" crossorigin[^>]*>|\s*<script type="module"[^>]*><\/script>/g

/** Puts what the app needs behind what is seen first: a slow phone paints the name of the game before it has the rest. */
export function shell(): Plugin {
  return {
    name: 'knobel:shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page) {
        const links = page.match(LINKS) ?? []
        const late = page.replace(LINKS, '').replace('\n  </body>', `${links.join('')}\n  </body>`)
        // A server has the page at many addresses, and all its parts at the top.
        return late.replaceAll('="./', '="/')
      },
    },
  }
}
