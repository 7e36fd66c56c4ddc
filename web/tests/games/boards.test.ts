import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import type { View } from '~/api/types.ts'
import { boardOf } from '~/games/index.ts'
import { say } from '~/app/i18n.svelte.ts'
import { namesOf } from '~/app/words.ts'
import { example, GAMES, type Moment } from '../examples.ts'

const MOMENTS: Moment[] = ['start', 'first', 'middle', 'over']
const EVERY = Object.keys(GAMES).flatMap((game) => MOMENTS.map((moment) => [game, moment] as const))

function board(view: View, mine: boolean) {
  const choose = vi.fn()
  const sheet = view.scene.sheets[0]
  if (!sheet) throw new Error('a table has a sheet')
  const names = namesOf(view)
  return { choose, sheet, ...render(boardOf(view.game).sheet, { view, sheet, mine, names, choose, chosen: null }) }
}

test.each(EVERY)('the board of %s shows every cell of its sheet at its %s', (game, moment) => {
  const { sheet, container } = board(example(game, moment), true)
  for (const cell of sheet.cells) expect(container.textContent).toContain(say(cell.label))
})

// In Kriss Kross a choice takes two touches; krisskross.test.ts makes them all.
const TOUCHED = Object.keys(GAMES).filter((game) => game !== 'krisskross')

test.each(TOUCHED)('every choice of %s can be made on its board', async (game) => {
  const view = example(game, 'middle')
  const { choose, container } = board(view, true)
  for (const button of container.querySelectorAll('button')) await fireEvent.click(button)
  const wanted = view.scene.choices.filter(({ seat }) => seat === 0).map(({ move }) => move)
  expect(new Set(choose.mock.calls.flat())).toEqual(new Set(wanted))
})

test.each(Object.keys(GAMES))('on the sheet of somebody else no move of %s can be made', async (game) => {
  const { choose, container } = board(example(game, 'middle'), false)
  for (const button of container.querySelectorAll('button')) await fireEvent.click(button)
  expect(choose).not.toHaveBeenCalled()
})

test('a game that brings no board has the plain one, on which every choice can be made too', async () => {
  const view = { ...example('classic', 'middle'), game: 'unheard' }
  const { choose, sheet, container } = board(view, true)
  for (const cell of sheet.cells) expect(container.textContent).toContain(say(cell.label))
  for (const button of container.querySelectorAll('button')) await fireEvent.click(button)
  const wanted = view.scene.choices.filter(({ seat }) => seat === 0).map(({ move }) => move)
  expect(new Set(choose.mock.calls.flat())).toEqual(new Set(wanted))
})

/** Touches cells one after the other, and what the board made of it. */
async function touchAll(view: View): Promise<Set<string>> {
  const reached = new Set<string>()
  const cells = board(view, true).sheet.cells
  cleanup()
  for (const choice of view.scene.choices.filter(({ seat }) => seat === 0)) {
    const { choose, container } = board(view, true)
    const button = container.querySelector<HTMLElement>(`.choice[data-move="${choice.move}"]`)
    const path = choice.cells.length
      ? choice.cells
      : cells.filter(({ move }) => move === choice.move).map(({ key }) => key)
    const spots = path.map((key) => () => container.querySelector<HTMLElement>(`[data-cell="${key}"]`))
    for (const spot of button ? [() => button] : spots) {
      const found = spot()
      if (found) await fireEvent.click(found)
    }
    const made = choose.mock.calls.at(-1)?.[0] as string | null | undefined
    if (made) reached.add(made)
    cleanup()
  }
  return reached
}

test.each(Object.keys(GAMES))(
  'every choice of %s can be made on the plain board, in lists, lines and grids',
  async (game) => {
    const view = { ...example(game, 'middle'), game: 'unheard' }
    const wanted = view.scene.choices.filter(({ seat }) => seat === 0).map(({ move }) => move)
    expect(await touchAll(view)).toEqual(new Set(wanted))
  },
)
