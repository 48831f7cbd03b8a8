import * as v from 'valibot'
import { ALARM_KEY } from '#contract/stored-keys.ts'
import { storedItem } from '#web/session/stored-item.ts'

/** Two tones that rise, twice, and a rest. */
const TONES_HZ = [740, 988, 740, 988]
const TONE_SECONDS = 0.28
const ROUND_SECONDS = 2
const VOLUME = 0.7
const FADE_SECONDS = 0.012
const VIBRATION_MS = [400, 150, 400, 150, 800]
/** A running sound's clock advances within this time. */
const HEARD_WITHIN_MS = 200

const alarmItem = storedItem(ALARM_KEY, v.literal('on'), () => localStorage)

/**
 * The alarm of a board. A browser lets it sound only after a press, so "Ativar o alarme" is asked for
 * once on a device; after a reload the first press anywhere starts it again. The sound is one loop of
 * the audio thread: timers of a page that is not shown run once a minute.
 */
export class Alarm {
  #audio: AudioContext | null = null
  #loop: AudioBufferSourceNode | null = null
  #rings = false
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether a call would be heard now, for all that the page can know. */
  readonly isOn = (): boolean => this.#audio?.state === 'running'

  /** In a press. Lets one round be heard, so that the volume can be set. */
  async activate(): Promise<boolean> {
    await this.#start()
    if (!this.isOn()) return false
    alarmItem.write('on')
    this.once()
    return true
  }

  /** Plays one round for a new report, or as a test. It ends by itself. */
  once(): void {
    if (!this.#loop && this.isOn()) this.#play(false)
  }

  /** Starts with the first press, if it was activated before. Returns how to end it. */
  wait(): () => void {
    const begin = () => {
      if (alarmItem.read() === 'on' && !this.isOn()) void this.#start()
    }
    addEventListener('click', begin, true)
    addEventListener('keydown', begin, true)
    return () => {
      removeEventListener('click', begin, true)
      removeEventListener('keydown', begin, true)
      this.ring(false)
      void this.#audio?.close()
      this.#audio = null
    }
  }

  /** Until it is told otherwise. */
  ring(rings: boolean): void {
    if (rings && !this.#rings && navigator.userActivation?.hasBeenActive !== false) {
      navigator.vibrate?.(VIBRATION_MS)
    }
    this.#rings = rings
    if (rings) {
      if (!this.#loop && this.isOn()) this.#loop = this.#play(true)
    } else {
      this.#loop?.stop()
      this.#loop = null
    }
  }

  /** Whether the sound really runs: its clock moves on. A context says "running" also without a device. */
  async sounds(): Promise<boolean> {
    const audio = this.#audio
    if (!audio || !this.#loop || !this.isOn()) return false
    const before = audio.currentTime
    await new Promise((resolve) => setTimeout(resolve, HEARD_WITHIN_MS))
    return this.isOn() && audio.currentTime > before
  }

  async #start(): Promise<void> {
    if (!this.#audio) {
      this.#audio = new AudioContext()
      // A call, or another app on the phone, may take the sound away.
      this.#audio.addEventListener('statechange', () => this.#changed())
    }
    await this.#audio.resume().catch(() => undefined)
    this.#changed()
  }

  #changed(): void {
    if (this.#rings) this.ring(true)
    for (const listener of this.#listeners) listener()
  }

  #play(loop: boolean): AudioBufferSourceNode | null {
    if (!this.#audio) return null
    const source = new AudioBufferSourceNode(this.#audio, { buffer: toRound(this.#audio), loop })
    source.connect(this.#audio.destination)
    source.start()
    return source
  }
}

function toRound({ sampleRate }: AudioContext): AudioBuffer {
  const length = ROUND_SECONDS * sampleRate
  const buffer = new AudioBuffer({ length, sampleRate })
  const samples = buffer.getChannelData(0)
  const toneLength = TONE_SECONDS * sampleRate
  for (const [at, hz] of TONES_HZ.entries()) {
    const start = Math.floor(at * toneLength)
    for (let index = 0; index < toneLength; index += 1) {
      const seconds = index / sampleRate
      const left = TONE_SECONDS - seconds
      const fade = Math.min(1, seconds / FADE_SECONDS, left / FADE_SECONDS)
      // With overtones: a pure tone is lost in a bar.
      const wave = Math.tanh(3 * Math.sin(2 * Math.PI * hz * seconds))
      samples[start + index] = VOLUME * fade * wave
    }
  }
  return buffer
}
