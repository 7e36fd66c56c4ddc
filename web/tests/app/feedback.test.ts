import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { change } from '~/app/settings.svelte.ts'
import { cheered, held, thrown, won, wrote } from '~/app/sound/feedback.ts'

/** As much of WebAudio as there has to be; it counts what sounds, and when. */
let sounds: { kind: 'noise' | 'tone'; start: number }[] = []

class Node {
  gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
  frequency = { value: 0 }
  Q = { value: 0 }
  buffer: unknown = null
  type = ''

  constructor(private readonly kind: 'noise' | 'tone' | null = null) {}

  connect(next: unknown): unknown {
    return next
  }

  start(start: number): void {
    if (this.kind) sounds.push({ kind: this.kind, start })
  }

  stop(): void {
    // It dies away by itself.
  }
}

class Context {
  state = 'running'
  sampleRate = 8000
  currentTime = 0
  destination = new Node()
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) })
  createBufferSource = () => new Node('noise')
  createOscillator = () => new Node('tone')
  createBiquadFilter = () => new Node()
  createGain = () => new Node()
  resume = () => Promise.resolve()
}

const vibrate = vi.fn()

beforeEach(async () => {
  sounds = []
  vi.stubGlobal('AudioContext', Context)
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
  vibrate.mockReset()
  await change({ sound: true, vibration: true })
})

afterEach(async () => {
  await change({ sound: false, vibration: false })
})

test('nothing is heard or felt unless it is wanted', async () => {
  await change({ sound: false, vibration: false })
  thrown(5, 500, true)
  held()
  wrote()
  cheered()
  won()
  expect(sounds).toEqual([])
  expect(vibrate).not.toHaveBeenCalled()
})

test('every die that falls knocks, and the last knock is not later than the throw', () => {
  thrown(3, 500, true)
  expect(sounds).toHaveLength(9)
  expect(Math.max(...sounds.map(({ start }) => start))).toBeLessThanOrEqual(0.5)
})

test('who threw feels it, the others only hear it', () => {
  thrown(5, 500, false)
  expect(vibrate).not.toHaveBeenCalled()
  thrown(5, 500, true)
  expect(vibrate).toHaveBeenCalledOnce()
  expect(sounds).not.toEqual([])
})

test('a die that is held ticks, and the pencil scratches', () => {
  held()
  expect(sounds).toHaveLength(1)
  wrote()
  expect(sounds.length).toBeGreaterThan(2)
})

test('two reasons for joy at once sound once', () => {
  vi.spyOn(performance, 'now').mockReturnValue(1e6)
  cheered()
  cheered()
  expect(sounds.filter(({ kind }) => kind === 'tone')).toHaveLength(3)
})
