import { expect, test } from 'vitest'
import { lengthOf, LONGEST, takesName } from '~/people/name.ts'

test('names are counted as the server counts them: code points, normalized, without spaces around', () => {
  expect(lengthOf(' Jo\u0308rg ')).toBe(4)
  expect(lengthOf('👩‍👧')).toBe(3)
})

test('what would make a name too long is refused and said, and nothing is cut', () => {
  const input = document.createElement('input')
  document.body.append(input)
  const stop = takesName(input)
  input.value = 'x'.repeat(LONGEST)
  const type = (data: string) => {
    const event = new InputEvent('beforeinput', { data, cancelable: true, inputType: 'insertText' })
    input.dispatchEvent(event)
    return !event.defaultPrevented
  }
  input.setSelectionRange(LONGEST, LONGEST)
  expect(type('y')).toBe(false)
  expect(input.validationMessage).toContain('24')
  input.setSelectionRange(0, 1)
  expect(type('y')).toBe(true)
  expect(input.validationMessage).toBe('')
  stop()
})
