/** A board on which pointing works as at a table: what is touched twice is written. */
import { fireEvent, render } from '@testing-library/svelte'
import { vi } from 'vitest'
import type { View } from '~/api/types.ts'
import { namesOf } from '~/app/words.ts'
import { boardOf } from '~/games/index.ts'

export function pointing(view: View, { seat = 0, mine = true, picked = [] as number[] } = {}) {
  const sheet = view.scene.sheets[seat]
  if (!sheet) throw new Error('a table has a sheet')
  const written: string[] = []
  let chosen: string | null = null
  const choose = vi.fn(async (move: string | null) => {
    if (move !== null && move === chosen) written.push(move)
    chosen = move
    await shown.rerender({ ...props, chosen })
  })
  const props = { view, sheet, mine, names: namesOf(view), choose, chosen, picked }
  const shown = render(boardOf(view.game).sheet, props)
  const spot = (key: string) => {
    const found = shown.container.querySelector<HTMLElement>(`[data-spot="${key}"]`)
    if (!found) throw new Error(`there is no ${key}`)
    return found
  }
  const tap = (key: string) => fireEvent.click(spot(key))
  return { ...shown, choose, written, spot, tap, chosen: () => chosen }
}
