import { expect, test, vi } from 'vitest'
import { askServerOrDevice } from '~/device/server_or_device.ts'

vi.mock('~/device/device.ts', () => ({
  askDevice: () => Promise.resolve(Response.json({ tables: ['here'], results: [], circles: [] })),
}))

test('an export has all that the server knows of somebody, and the games of the device', async () => {
  const known = { tables: ['there'], results: ['a result'], circles: ['a circle'] }
  const fetched = vi.fn(() => Promise.resolve(Response.json(known)))
  vi.stubGlobal('fetch', fetched)
  const ask = async () => (await askServerOrDevice('/me/export', {})).json() as Promise<unknown>
  expect(await ask()).toEqual({ ...known, tables: ['there', 'here'] })
  fetched.mockRejectedValue(new TypeError('no connection'))
  expect(await ask()).toEqual({ tables: ['here'], results: [], circles: [] })
  vi.unstubAllGlobals()
})
