import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import { api, Refused } from '~/api/client.ts'
import type { Explored } from '~/api/shapes.ts'
import { games } from '~/app/games.svelte.ts'
import ExplorePage from '~/explore/ExplorePage.svelte'
import { blank, fromHash, positionOf, toHash } from '~/explore/position.ts'
import { boardOf } from '~/games/index.ts'
import { example } from '../examples.ts'

const found: Explored = {
  names: ['Spieler 1'],
  scene: example('classic', 'first').scene,
  places: [
    { key: 'ones', label: 'Einser', part: 'upper', choices: [0, 1, 2, 3, 4, 5], default: null },
    { key: 'chance', label: 'Chance', part: 'lower', choices: [0, 5, 6], default: null },
  ],
  throws: 3,
  value: 245.9,
  amount: '245,9 Punkte',
  objective: 'points',
  aim: '',
  exact: true,
  hint: null,
  odds: [{ key: 'chance', label: 'Chance', chance: 1, points: 23.3 }],
}

test('a position goes through its address unchanged, and anything else is no position', () => {
  const position = { ...blank('extreme', 2), dice: ['1', '2'], throws: 2, reach: 7 }
  expect(fromHash(toHash(position))).toEqual(position)
  for (const hash of ['', '%', 'x', '[]', 'null', '{"game":1}', '{"game":"classic"}', '{"game":"x","sheets":[]}']) {
    expect(fromHash(hash)).toBeNull()
  }
})

test('the position of a scene holds what stands on the sheet, not what follows from it', () => {
  const { scene } = example('extreme', 'middle')
  const position = positionOf(scene, scene.seats[0] ?? 0, boardOf(scene.game))
  const [marks] = position.sheets
  expect(position.sheets).toHaveLength(1)
  expect(position.dice).toHaveLength(6)
  expect(Object.keys(marks ?? {})).not.toContain('bonus')
  const sheet = scene.sheets.find(({ seat }) => seat === scene.seats[0])
  for (const { key, part, value } of sheet?.cells ?? []) {
    if (part !== 'bonus') expect(marks?.[key] ?? null).toBe(value)
  }
})

test('where the sheets of others count they come along, the one who decides first', () => {
  const { scene } = example('kribbeln', 'middle')
  const seat = scene.seats[0] ?? 0
  const { sheets } = positionOf(scene, seat, boardOf(scene.game))
  expect(sheets).toHaveLength(scene.sheets.length)
  const own = scene.sheets.find((one) => one.seat === seat)?.cells.find(({ key }) => key === 'task_1')
  expect(sheets[0]?.task_1 ?? null).toBe(own?.value)
  expect(Object.keys(sheets[0] ?? {}).some((key) => key.startsWith('total'))).toBe(false)
})

test('the explorer begins with a blank sheet of a game that needs only one, and offers all that can be set up', async () => {
  const asked = vi.spyOn(api, 'explore').mockResolvedValue(found)
  render(ExplorePage, { ticket: '' })
  await waitFor(() => {
    expect(asked).toHaveBeenCalled()
  })
  expect(asked.mock.lastCall?.[0]).toMatchObject({ game: 'extreme', sheets: [{}] })
  const offered = within(screen.getByRole('group', { name: 'Spiel' }))
  expect(offered.getAllByRole('button')).toHaveLength(games().length)
  for (const { title } of games()) expect(offered.getByRole('button', { name: title })).toBeTruthy()
})

test('what is set up is asked for, and put into the address', async () => {
  const asked = vi.spyOn(api, 'explore').mockResolvedValue(found)
  render(ExplorePage, { ticket: toHash(blank('classic')) })
  const box = await screen.findByLabelText('Einser')
  expect(screen.getByText('Zu erwarten: 245,9 Punkte')).toBeTruthy()
  await fireEvent.change(box, { target: { value: '3' } })
  await waitFor(() => {
    expect(asked.mock.lastCall?.[0].sheets).toEqual([{ ones: 3 }])
  })
  expect(fromHash(location.hash.slice(1))?.sheets).toEqual([{ ones: 3 }])
  for (let die = 0; die < 5; die += 1) await fireEvent.click(screen.getByRole('button', { name: '4' }))
  await waitFor(() => {
    expect(asked.mock.lastCall?.[0]).toMatchObject({ dice: ['4', '4', '4', '4', '4'], throws: 1 })
  })
  history.replaceState(null, '', '/')
})

test('a position that is none is explained where the answer would be', async () => {
  vi.spyOn(api, 'explore').mockRejectedValue(
    new Refused(422, 'bad_setup', 'All boxes are filled.', { text: { key: 'game.classic.setup.full', values: {} } }),
  )
  render(ExplorePage, { ticket: '' })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Alle Felder sind ausgefüllt; lass mindestens eines offen.',
  )
})
