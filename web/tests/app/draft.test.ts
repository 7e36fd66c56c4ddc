import { fireEvent, render } from '@testing-library/svelte'
import { beforeEach, expect, test } from 'vitest'
import { stash } from '~/app/draft.ts'
import Keypad from '~/dice/Keypad.svelte'

const DIE = { name: 'd6', faces: ['1', '2', '3', '4', '5', '6'], colours: null }
const thrown = [1, 2, 3].map((position) => ({ position, die: 'd6' }))

function pad() {
  const shown = render(Keypad, { pool: [DIE], thrown, done: () => undefined, busy: false, prompt: '' })
  const typed = () =>
    [...shown.container.querySelectorAll('.slots svg')].map((die) => die.getAttribute('data-face') ?? '')
  return { ...shown, typed, key: (at: number) => shown.getAllByRole('button', { name: /^\d$/ })[at] ?? shown.container }
}

beforeEach(() => {
  sessionStorage.clear()
})

test('what is half typed is there again after the page was loaded anew, once', async () => {
  const first = pad()
  await fireEvent.pointerDown(first.key(4), { button: 0 })
  expect(first.typed()).toEqual(['5', '', ''])
  stash()
  first.unmount()
  const second = pad()
  expect(second.typed()).toEqual(['5', '', ''])
  second.unmount()
  expect(pad().typed()).toEqual(['', '', ''])
})

test('nothing is kept unless the page is loaded anew', async () => {
  const first = pad()
  await fireEvent.pointerDown(first.key(4), { button: 0 })
  first.unmount()
  expect(pad().typed()).toEqual(['', '', ''])
})
