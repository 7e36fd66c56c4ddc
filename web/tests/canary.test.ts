import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('svelte-check still sees types: it finds a mistake made on purpose', () => {
  const args = [
    'node_modules/svelte-check/bin/svelte-check',
    '--workspace',
    'tests/canary',
    '--tsconfig',
    'tsconfig.json',
  ]
  const told = spawnSync(process.execPath, args, { encoding: 'utf-8' })
  expect(told.stdout).toContain("Type 'string' is not assignable to type 'number'")
  expect(told.status).toBe(1)
})
