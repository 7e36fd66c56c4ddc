import { expect, test } from 'vitest'
import { check, commitmentTo, compare, opens, readSealed, roll, sealOf, type Sealed } from '~/check/check.ts'
import type { Pin } from '~/check/pins.ts'
import { moved, threw } from '../examples.ts'
import { hex, hmac, sha256, unhex } from '~/check/sha256.ts'

// The vectors of docs/checkable-dice.md.
const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at)
const SEAL = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'
const NONCES = ['00000000000000000000000000000000', '0123456789abcdef0123456789abcdef']
const OLD: Sealed = { version: 1, table: 'table1', seal: SEAL, nonces: NONCES, secret: hex(SECRET) }
const TABLE_SEAL = '68dc88c1117bff7c571ec1101535fd21a8e6e327b9ce02a707b287ba97ea6d0a'
const NONCE = '0123456789abcdef0123456789abcdef'
const MINE = '65d7bbbe0ed5c9482151c1f39b531c1f7d541814cc3f0ba5f4901dee1516597d'
const DICE: Sealed = { version: 2, table: 'table1', seal: TABLE_SEAL, nonces: [NONCE, '-'], secret: hex(SECRET) }
const PIN: Pin = { seal: TABLE_SEAL, nonce: NONCE, committed: true, opened: true, commitments: [MINE, null], at: 0 }
const CUP = [6, 6, 6, 6, 6, 10]

const bytes = (text: string) => new TextEncoder().encode(text)
const d6 = { name: 'd6', faces: ['1', '2', '3', '4', '5', '6'], colours: null }
const POOL = [d6, d6, d6, d6, d6]
const ALL = [1, 2, 3, 4, 5]

type Entries = Parameters<typeof check>[2]['history']
const stands = (...history: Entries) => ({ history, taken_back: [] })

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

test('seal and commitment are those of the documentation', () => {
  expect(sealOf(DICE)).toBe(TABLE_SEAL)
  expect(sealOf(OLD)).toBe(SEAL)
  expect(commitmentTo(TABLE_SEAL, NONCE)).toBe(MINE)
})

test('throws come out as documented', () => {
  expect(roll(OLD, [1], CUP)).toEqual([5, 4, 5, 2, 4, 3])
  expect(roll(OLD, [2], CUP)).toEqual([1, 2, 0, 2, 0, 6])
  expect(roll(OLD, [1000], CUP)).toEqual([5, 1, 3, 5, 1, 5])
  expect(roll(OLD, [1], [2, 2, 2])).toEqual([1, 0, 1])
  expect(roll(OLD, [1], [20, 20, 20])).toEqual([5, 10, 15])
  expect(roll(OLD, [1], [256, 256, 256])).toEqual([65, 70, 35])
  expect(roll(DICE, [0, 1, 1, 0], CUP)).toEqual([3, 3, 1, 5, 4, 3])
  expect(roll(DICE, [0, 1, 2, 1], CUP)).toEqual([3, 4, 1, 3, 4, 6])
  expect(roll(DICE, [0, 12, 3, 0], CUP)).toEqual([5, 2, 0, 5, 3, 7])
})

test('the line of a record is read, with or without its secret, and nothing else is', () => {
  for (const dice of [OLD, DICE, { ...DICE, nonces: ['-', `-${MINE}`] }]) {
    const line = ['checked', ...(dice.version === 2 ? ['2'] : []), dice.table, dice.seal, ...dice.nonces].join(' ')
    expect(readSealed(line)).toEqual({ ...dice, secret: null })
    expect(readSealed(`${line} ${hex(SECRET)}`)).toEqual(dice)
  }
  expect(readSealed('own')).toBeNull()
  expect(readSealed(`checked table1 ${SEAL} -`)).toBeNull()
  expect(opens(OLD)).toBe(true)
  expect(opens(DICE)).toBe(true)
  expect(opens({ ...DICE, table: 'table2' })).toBe(false)
  expect(opens({ ...DICE, secret: '00'.repeat(32) })).toBe(false)
})

test('a game holds when every die is the one that was sealed, held dice or not', () => {
  const old = check(
    OLD,
    POOL,
    stands(threw(1, ALL, '6 5 6 3 5'), moved(2, 'keep 1 3', { held: [1, 3] }), threw(3, [2, 4, 5], '3 3 1')),
  )
  expect(old).toMatchObject({ holds: true, sealed: true })
  expect(old.throws.map(({ all }) => all.join(' '))).toEqual(['6 5 6 3 5', '2 3 1 3 1'])
  const verdict = check(
    DICE,
    POOL,
    stands(
      threw(1, ALL, '4 4 2 6 5'),
      moved(2, 'keep 1 3', { held: [1, 3] }),
      threw(3, [2, 4, 5], '3 1 5'),
      moved(4, 'write chance'),
      threw(5, ALL, '2 4 1 4 1', 1),
    ),
    PIN,
  )
  expect(verdict).toMatchObject({ holds: true, sealed: true, findings: [] })
  expect(verdict.throws.map(({ seat, turn, throw: at }) => [seat, turn, at])).toEqual([
    [0, 1, 1],
    [0, 1, 2],
    [1, 1, 1],
  ])
})

test('one die that was changed is found, and so is a foreign secret', () => {
  const wrong = check(OLD, POOL, stands(threw(1, ALL, '6 5 6 3 6')))
  expect(wrong.holds).toBe(false)
  expect(wrong.throws[0]).toMatchObject({ holds: false, sealed: ['6', '5', '6', '3', '5'] })
  expect(check({ ...OLD, seal: '00'.repeat(32) }, POOL, stands(threw(1, ALL, '6 5 6 3 5'))).holds).toBe(false)
  expect(check(DICE, POOL, stands(threw(1, ALL, '4 4 2 6 5', 1))).holds).toBe(false)
})

test('of a roll-off the first dice are checked, and nobody says afterwards which fell', () => {
  const held = moved(1, 'keep 1 2 3', { held: [1, 2, 3] })
  expect(check(DICE, POOL, stands(threw(1, [1], '4'))).holds).toBe(true)
  expect(check(DICE, POOL, stands(threw(1, [1, 2], '4 4'))).holds).toBe(true)
  expect(check(DICE, POOL, stands(threw(1, [3], '2'))).holds).toBe(false)
  expect(check(DICE, POOL, stands(threw(1, [2, 4], '4 6'))).holds).toBe(false)
  expect(check(OLD, POOL, stands(threw(1, [2, 4], '5 3'))).holds).toBe(false)
  expect(check(OLD, POOL, stands(held, threw(2, [1, 2], '6 5'))).holds).toBe(false)
  // What the server says was held is not asked; the move is.
  expect(check(OLD, POOL, stands({ ...held, held: [3, 4, 5] }, threw(2, [1, 2], '6 5'))).holds).toBe(false)
})

test('after an undo the same decision brings the same dice, and another one other dice', () => {
  const first = threw(1, ALL, '4 4 2 6 5')
  const keep = (number: number, held: number) => moved(number, `keep ${held}`, { held: [held] })
  const gone = [
    { ...keep(2, 1), until: 5 },
    { ...threw(3, [2, 3, 4, 5], '3 5 1 5'), until: 4 },
  ]
  const again = check(DICE, POOL, {
    history: [first, keep(6, 1), threw(7, [2, 3, 4, 5], '3 5 1 5')],
    taken_back: gone,
  })
  expect(again.holds).toBe(true)
  expect(again.throws.map((one) => one.gone)).toEqual([false, true, false])
  const other = { history: [first, keep(6, 2), threw(7, [1, 3, 4, 5], '4 2 4 5')], taken_back: gone }
  expect(check(DICE, POOL, other).holds).toBe(true)
  expect(check(DICE, POOL, { ...other, taken_back: [] }).holds).toBe(false)
})

test('who of several seats decided first makes no difference to the dice', () => {
  const one = moved(1, 'begin dot', { seat: 0 })
  const two = moved(2, 'begin star', { seat: 1 })
  const gone = [
    { ...one, until: 6 },
    { ...two, until: 5 },
    { ...threw(3, ALL, '6 3 1 6 4', 0), until: 4 },
  ]
  const then = [
    { ...two, number: 7 },
    { ...one, number: 8 },
  ]
  const [first, second] = check(DICE, POOL, { history: [...then, threw(9, ALL, '1 1 1 1 1')], taken_back: gone }).throws
  expect(second?.all).toEqual(first?.all)
})

test('dice that were exchanged are found by whoever kept the seal, however well they agree with themselves', () => {
  // All nonces are in; then secrets are tried until the first throw is five fives.
  const loaded = Array.from({ length: 60000 }, (_, at) => ({
    ...DICE,
    secret: at.toString(16).padStart(64, '0'),
  })).find((dice) => roll(dice, [0, 1, 1, 0], [6, 6, 6, 6, 6]).every((face) => face === 4))
  expect(loaded).toBeDefined()
  if (!loaded) return
  const game = stands(threw(1, ALL, '5 5 5 5 5'))
  const swapped = { ...loaded, seal: sealOf(loaded) }
  expect(check(swapped, POOL, game).holds).toBe(true)
  expect(check(swapped, POOL, game, PIN)).toMatchObject({ holds: false, findings: ['seal'] })
  // If the old seal is shown instead, it does not fit the secret.
  expect(check(loaded, POOL, game, PIN)).toMatchObject({ holds: false, sealed: false })
})

test('what a device brought must be in the dice, and what the others brought as they promised', () => {
  const other = '39efac78b704172d22aef665e0163bf40e5b631563fd6d31cc75f705f56944cc'
  const zeros = '00'.repeat(16)
  const both: Pin = { ...PIN, commitments: [MINE, other] }
  expect(compare({ ...DICE, nonces: [NONCE, zeros] }, both)).toEqual([])
  expect(compare({ ...DICE, nonces: [NONCE, `-${other}`] }, both)).toEqual([])
  expect(compare({ ...DICE, nonces: [NONCE, '11'.repeat(16)] }, both)).toEqual(['others'])
  expect(compare({ ...DICE, nonces: [NONCE, '-'] }, both)).toEqual(['others'])
  expect(compare({ ...DICE, nonces: [zeros, zeros] }, both)).toEqual(['number', 'others'])
  expect(compare({ ...DICE, nonces: [`-${MINE}`, zeros] }, both)).toEqual(['left_out'])
  expect(compare({ ...DICE, nonces: [`-${MINE}`, zeros] }, { ...both, opened: false })).toEqual([])
  // Who only watched kept the seal and nothing else.
  expect(compare(DICE, { ...PIN, nonce: null, committed: false, commitments: null })).toEqual([])
})
