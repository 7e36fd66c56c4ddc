import { expect, test } from 'vitest'
import { check, opens, readSealed, roll, type Sealed } from '~/check/check.ts'
import { moved, threw } from '../examples.ts'
import { hex, hmac, sha256, unhex } from '~/check/sha256.ts'

// The vectors of docs/checkable-dice.md.
const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at)
const SEAL = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'
const NONCES = ['00000000000000000000000000000000', '0123456789abcdef0123456789abcdef']
const DICE: Sealed = { table: 'table1', seal: SEAL, nonces: NONCES, secret: hex(SECRET) }
const CUP = [6, 6, 6, 6, 6, 10]

const bytes = (text: string) => new TextEncoder().encode(text)
const d6 = { name: 'd6', faces: ['1', '2', '3', '4', '5', '6'], colours: null }
const POOL = [d6, d6, d6, d6, d6]
const ALL = [1, 2, 3, 4, 5]

test('digests are those of the standard, also where a block ends', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(hex(sha256(bytes('')))).toBe(empty)
  expect(hex(sha256(bytes('abc')))).toBe(abc)
  const long = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'
  expect(hex(sha256(bytes(long)))).toBe('248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1')
  expect(hex(sha256(SECRET))).toBe(SEAL)
})

test('a keyed digest is the one of the documentation, and long keys are digested first', () => {
  const message = `knobel dice 1\ntable1\n1\n0\n${NONCES.join('\n')}\n`
  const block = '414623624c1743a9d4fc42e0f56a558a7b088e919263750bb1d567e9922bc578'
  expect(hex(hmac(SECRET, bytes(message)))).toBe(block)
  const long = new Uint8Array(131).fill(0xaa)
  expect(hex(hmac(long, bytes('Test Using Larger Than Block-Size Key - Hash Key First')))).toBe(
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  )
})

test('hex digits are read as they are written', () => {
  expect(unhex(hex(SECRET))).toEqual(SECRET)
})

test('throws come out as documented', () => {
  expect(roll(DICE, 1, CUP)).toEqual([5, 4, 5, 2, 4, 3])
  expect(roll(DICE, 2, CUP)).toEqual([1, 2, 0, 2, 0, 6])
  expect(roll(DICE, 1000, CUP)).toEqual([5, 1, 3, 5, 1, 5])
  expect(roll(DICE, 1, [2, 2, 2])).toEqual([1, 0, 1])
  expect(roll(DICE, 1, [20, 20, 20])).toEqual([5, 10, 15])
  expect(roll(DICE, 1, [256, 256, 256])).toEqual([65, 70, 35])
})

test('the line of a record is read, with or without its secret, and nothing else is', () => {
  const line = `checked table1 ${SEAL} ${NONCES.join(' ')}`
  expect(readSealed(line)).toEqual({ ...DICE, secret: null })
  expect(readSealed(`${line} ${hex(SECRET)}`)).toEqual(DICE)
  expect(readSealed('own')).toBeNull()
  expect(opens(DICE)).toBe(true)
  expect(opens({ ...DICE, secret: '00'.repeat(32) })).toBe(false)
})

test('a game holds when every die is the one that was sealed, held dice or not', () => {
  const verdict = check(DICE, POOL, [
    threw(1, ALL, '6 5 6 3 5'),
    moved(2, 'keep 1 3', { held: [1, 3] }),
    threw(3, [2, 4, 5], '3 3 1'),
  ])
  expect(verdict).toMatchObject({ holds: true, sealed: true })
  expect(verdict.throws.map(({ all }) => all.join(' '))).toEqual(['6 5 6 3 5', '2 3 1 3 1'])
})

test('one die that was changed is found, and so is a foreign secret', () => {
  const wrong = check(DICE, POOL, [threw(1, ALL, '6 5 6 3 6')])
  expect(wrong.holds).toBe(false)
  expect(wrong.throws[0]).toMatchObject({ holds: false, sealed: ['6', '5', '6', '3', '5'] })
  expect(check({ ...DICE, seal: '00'.repeat(32) }, POOL, [threw(1, ALL, '6 5 6 3 5')]).holds).toBe(false)
})

test('of a roll-off the dice that fell are checked, and nobody says afterwards which were held', () => {
  const held = moved(1, 'keep 1 2 3', { held: [1, 2, 3] })
  expect(check(DICE, POOL, [threw(1, [2, 4], '5 3')]).holds).toBe(true)
  expect(check(DICE, POOL, [threw(1, [4, 2], '3 5')]).holds).toBe(false)
  expect(check(DICE, POOL, [held, threw(2, [1, 2], '6 5')]).holds).toBe(false)
})
