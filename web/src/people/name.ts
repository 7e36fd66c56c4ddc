/** Input of names: what would be too long is refused at once with a message; nothing is cut. */
import { t } from '~/app/i18n.svelte.ts'

/** The most code points of a name, as on the server. */
export const LONGEST = 24

/** The length of a name in code points, as the server counts. */
export function lengthOf(name: string): number {
  return Array.from(name.normalize('NFC').trim()).length
}

/** An attachment for an input that takes a name. */
export function takesName(input: HTMLInputElement): () => void {
  const tell = (name: string): boolean => {
    const count = lengthOf(name)
    input.setCustomValidity(count > LONGEST ? t('settings.name.long', { n: LONGEST, count }) : '')
    return input.reportValidity()
  }
  const before = (event: InputEvent): void => {
    if (event.data === null && !event.dataTransfer) return
    const typed = event.data ?? event.dataTransfer?.getData('text') ?? ''
    const { value, selectionStart, selectionEnd } = input
    const name = value.slice(0, selectionStart ?? value.length) + typed + value.slice(selectionEnd ?? value.length)
    if (event.cancelable && !tell(name)) event.preventDefault()
  }
  // Input that bypasses this event, such as autocompletion, is refused when it is sent.
  const after = (): void => void tell(input.value)
  input.addEventListener('beforeinput', before)
  input.addEventListener('input', after)
  return () => {
    input.removeEventListener('beforeinput', before)
    input.removeEventListener('input', after)
  }
}
