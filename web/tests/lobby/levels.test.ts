import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import { levels } from '~/app/games.svelte.ts'
import Levels from '~/lobby/Levels.svelte'
import { strengthWords } from '~/people/faces.ts'

test('every level has its head, its name and a word how strong it is, and a touch chooses it', async () => {
  const choose = vi.fn()
  render(Levels, { chosen: 'fox', choose })
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent.trim())).toEqual(
    levels().map(({ key, name }) => `${name} ${strengthWords(key)}`),
  )
  for (const button of buttons) expect(button.querySelector('svg.token')).not.toBeNull()
  expect(screen.getByRole('button', { pressed: true }).textContent).toContain('Fuchs')
  await fireEvent.click(screen.getByRole('button', { name: /Eule/ }))
  expect(choose).toHaveBeenCalledExactlyOnceWith('owl')
})
