import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import Levels from '~/lobby/Levels.svelte'

const LEVELS = [
  { key: 'hare', name: 'Hase' },
  { key: 'fox', name: 'Fuchs' },
  { key: 'owl', name: 'Eule' },
]
const names = LEVELS.map(({ name }) => name)
const chosen = () => screen.getAllByRole<HTMLSelectElement>('combobox').map(({ value }) => value)

test('every level is offered by name, for each of several bots', async () => {
  render(Levels, { levels: LEVELS, count: 3, chosen: ['fox'] })
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([...names, ...names, ...names])
  expect(chosen()).toEqual(['fox', 'fox', 'fox'])
  await fireEvent.change(screen.getByRole('combobox', { name: 'Bot 2' }), { target: { value: 'owl' } })
  expect(chosen()).toEqual(['fox', 'owl', 'fox'])
})

test('for a single bot the levels are large buttons', () => {
  render(Levels, { levels: LEVELS, count: 1, chosen: ['hare'] })
  expect(screen.getAllByRole('radio')).toHaveLength(names.length)
  expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).closest('label')?.textContent.trim()).toBe(
    'Hase',
  )
})
