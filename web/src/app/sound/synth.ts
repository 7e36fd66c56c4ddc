/** A synthesizer for the sounds of a table, from noise and a few tones: no files to load. */

/** Seconds of noise from which every knock is cut. */
const SECOND = 1

/** The volumes, relative to the maximum. */
const LOUD = { die: 0.5, hold: 0.2, pencil: 0.12, tone: 0.13 }

/** A third, a fifth and an octave: C, E, G, C. */
const CHORD = [523.25, 659.25, 783.99, 1046.5]

export class Synth {
  readonly #noise: AudioBuffer

  constructor(private readonly context: AudioContext) {
    this.#noise = context.createBuffer(1, SECOND * context.sampleRate, context.sampleRate)
    const samples = this.#noise.getChannelData(0)
    for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1
  }

  /** Play dice that fall within this many milliseconds: each knocks, bounces once and comes to rest. */
  dice(count: number, milliseconds: number): void {
    const whole = milliseconds / 1000
    for (let die = 0; die < count; die++) {
      const rest = whole * (0.6 + (0.4 * (die + Math.random())) / count)
      const pitch = 1500 + 900 * Math.random()
      this.#knock(rest * 0.35, pitch * 1.3, LOUD.die * 0.5)
      this.#knock(rest * 0.7, pitch * 1.1, LOUD.die * 0.7)
      this.#knock(rest, pitch, LOUD.die)
    }
  }

  /** Play a die being picked up or put back. */
  hold(): void {
    this.#knock(0, 2600, LOUD.hold)
  }

  /** Play a pencil stroke. */
  pencil(): void {
    for (const [start, pitch] of [
      [0, 5200],
      [0.07, 4300],
      [0.12, 5600],
    ] as const)
      this.#knock(start, pitch, LOUD.pencil, 0.06)
  }

  /** Play a chord for a success; all four tones for a game that was won. */
  chord(tones: 3 | 4): void {
    for (const [at, pitch] of CHORD.slice(0, tones).entries()) this.#tone(at * 0.08, pitch)
  }

  /** A burst of noise around a pitch. */
  #knock(start: number, pitch: number, loud: number, length = 0.035): void {
    const source = this.context.createBufferSource()
    source.buffer = this.#noise
    const filter = this.context.createBiquadFilter()
    filter.type = 'bandpass'
    filter.frequency.value = pitch
    filter.Q.value = 3
    const begin = this.context.currentTime + start
    source
      .connect(filter)
      .connect(this.#fading(begin, loud, length))
      .connect(this.context.destination)
    source.start(begin, Math.random() * (SECOND - length), length)
  }

  #tone(start: number, pitch: number, length = 0.7): void {
    const source = this.context.createOscillator()
    source.type = 'triangle'
    source.frequency.value = pitch
    const begin = this.context.currentTime + start
    source.connect(this.#fading(begin, LOUD.tone, length)).connect(this.context.destination)
    source.start(begin)
    source.stop(begin + length)
  }

  /** A gain node that starts at once and fades out. */
  #fading(begin: number, loud: number, length: number): GainNode {
    const gain = this.context.createGain()
    gain.gain.setValueAtTime(loud, begin)
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length)
    return gain
  }
}
