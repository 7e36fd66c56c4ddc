/** SHA-256 and HMAC in plain TypeScript: Web Crypto is not available on plain HTTP, as in home networks. */

const ROUNDS = 64
const [INITIAL, CONSTANTS] = fractions()

/**
 * The constants of the standard: the first bits of the fractional parts of square roots (8) and cube roots (64) of
 * primes.
 */
function fractions(): [Uint32Array, Uint32Array] {
  const squares = new Uint32Array(8)
  const cubes = new Uint32Array(ROUNDS)
  let found = 0
  for (let candidate = 2; found < ROUNDS; candidate++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false
    if (!prime) continue
    if (found < 8) squares[found] = (Math.sqrt(candidate) % 1) * 2 ** 32
    cubes[found] = (Math.cbrt(candidate) % 1) * 2 ** 32
    found += 1
  }
  return [squares, cubes]
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const data = new DataView(padded.buffer)
  data.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29))
  data.setUint32(padded.length - 4, message.length << 3)
  const state = Uint32Array.from(INITIAL)
  for (let start = 0; start < padded.length; start += 64) compress(state, data, start)
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, at) => digest.setUint32(4 * at, word))
  return new Uint8Array(digest.buffer)
}

function compress(state: Uint32Array, data: DataView, start: number): void {
  const words = new Uint32Array(ROUNDS)
  const word = (at: number) => words[at] ?? 0
  for (let at = 0; at < ROUNDS; at++) {
    if (at < 16) words[at] = data.getUint32(start + 4 * at)
    else {
      const early = turned(word(at - 15), 7) ^ turned(word(at - 15), 18) ^ (word(at - 15) >>> 3)
      const late = turned(word(at - 2), 17) ^ turned(word(at - 2), 19) ^ (word(at - 2) >>> 10)
      words[at] = word(at - 16) + early + word(at - 7) + late
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let at = 0; at < ROUNDS; at++) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const first = (h + mixed + ((e & f) ^ (~e & g)) + (CONSTANTS[at] ?? 0) + word(at)) | 0
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((value, at) => {
    state[at] = (state[at] ?? 0) + value
  })
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  const inner = joined(
    block.map((byte) => byte ^ 0x36),
    message,
  )
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      sha256(inner),
    ),
  )
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function unhex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}
