/** Downloads of files that a server would serve; here the engine makes them, or adds to them. */
import { ask } from '~/api/transport.ts'

/** Save the file of a link, or show it where the link opens a window. */
export async function save(link: HTMLAnchorElement): Promise<void> {
  const shown = link.target ? open('', link.target) : null
  const answer = await ask(link.pathname.replace(/^\/api/, '') + link.search, {})
  const file = URL.createObjectURL(await answer.blob())
  if (shown) {
    shown.location.href = file
    return
  }
  const out = document.createElement('a')
  out.href = file
  out.download = link.download
  out.click()
}
