import type { Plugin } from 'vite'

const LINKS = /\s*<link rel="(?:stylesheet|modulepreload)" crossorigin[^>]*>|\s*<script type="module"[^>]*><\/script>/g
/** The font of all text; that of handwriting is not needed before something is written. */
const FONT = /^assets\/source-sans-3-.*\.woff2$/

/** Puts what the app needs behind what is seen first: a slow phone paints the name of the game before it has the rest. */
export function shell(): Plugin {
  return {
    name: 'knobel:shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        // Or it would be fetched when the first text is shown, and move what people are about to touch.
        const fonts = Object.keys(bundle)
          .filter((name) => FONT.test(name))
          .map((name) => `\n    <link rel="preload" as="font" type="font/woff2" crossorigin href="./${name}">`)
        const links = [...(page.match(LINKS) ?? []), ...fonts]
        const late = page.replace(LINKS, '').replace('\n  </body>', `${links.join('')}\n  </body>`)
        // A server has the page at many addresses, and all its parts at the top.
        return late.replaceAll('="./', '="/')
      },
    },
  }
}
