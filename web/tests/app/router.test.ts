import fc from 'fast-check'
import { expect, test } from 'vitest'
import { address, match, ROUTES, type RouteName } from '~/app/router.svelte.ts'

const NAMES = Object.keys(ROUTES) as RouteName[]
/** A value for each part of the address of a place. */
const partsOf = (name: RouteName, value: string): Record<string, string> =>
  Object.fromEntries(Array.from(ROUTES[name].matchAll(/:(\w+)/g), ([, part = '']): [string, string] => [part, value]))
const at = (path: string) => match(new URL(path, 'https://knobel.example'))

test('every address leads back to its place, whatever its parts contain', () => {
  const part = fc.string({ minLength: 1 }).filter((text) => text !== '.' && text !== '..' && text.isWellFormed())
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), part, (name, value) => {
      const params = partsOf(name, value)
      expect(at(address(name, params))).toMatchObject({ name, params })
    }),
  )
})

test('a ticket is what follows #', () => {
  expect(at('/join/abc#secret')).toMatchObject({ name: 'join', params: { table: 'abc' }, ticket: 'secret' })
})

test('an address that leads nowhere is said to be missing', () => {
  for (const path of ['/t', '/t/a/b', '/nothing', '/rules']) expect(at(path).name).toBe('missing')
})

test('where files alone are served, every address lies behind # of the one page, wherever that is', () => {
  for (const home of [
    'https://knobel.example/',
    'https://knobel.example/some/where/',
    'https://a.example/index.html',
  ]) {
    const there = (path: string) => match(new URL(path, home), true)
    expect(there('')).toMatchObject({ name: 'home' })
    for (const name of NAMES) {
      const params = partsOf(name, 'abc')
      expect(there(address(name, params, true))).toMatchObject({ name, params, ticket: '' })
      expect(there(`${address(name, params, true)}?a=b#c`)).toMatchObject({ name, params, ticket: 'c' })
      expect(there(`${address(name, params, true)}?a=b#c`).query.get('a')).toBe('b')
    }
  }
})
