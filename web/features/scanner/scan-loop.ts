import type { Engine, Engines } from './engines.ts'
import type { DecodedCode } from './formats.ts'
import { FRAMES_PER_SECOND, planFrame, takeClip, takeFrame } from './frames.ts'
import { lookAt } from './looks.ts'

const TICK_MS = 1_000 / FRAMES_PER_SECOND
const STALLED_AFTER_MS = 3_000

interface Listener {
  onPicture: () => void
  onStalled: () => void
  onCodes: (codes: DecodedCode[]) => void
  onBroken: (engine: Engine) => void
}

/** Ten frames a second, to every idle engine. */
export class ScanLoop {
  readonly #video: HTMLVideoElement
  readonly #engines: Engines
  readonly #listener: Listener
  readonly #turns = new Map<Engine, number>()
  readonly #busy = new Set<Engine>()
  readonly #timer: ReturnType<typeof setInterval>
  #tick = 0
  #shown = 0
  #shownAtMs = performance.now()
  #isStopped = false

  constructor(video: HTMLVideoElement, engines: Engines, listener: Listener) {
    this.#video = video
    this.#engines = engines
    this.#listener = listener
    this.#timer = setInterval(() => this.#look(), TICK_MS)
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
  }

  #look(): void {
    if (!this.#hasPicture()) {
      if (performance.now() - this.#shownAtMs >= STALLED_AFTER_MS) this.#listener.onStalled()
      return
    }
    this.#listener.onPicture()
    for (const engine of this.#engines.atTick(this.#tick++)) void this.#show(engine)
  }

  #hasPicture(): boolean {
    const { readyState, currentTime, videoWidth } = this.#video
    if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA || !videoWidth) return false
    if (currentTime === this.#shown) return false
    this.#shown = currentTime
    this.#shownAtMs = performance.now()
    return true
  }

  async #show(engine: Engine): Promise<void> {
    if (this.#busy.has(engine)) return
    this.#busy.add(engine)
    const turn = this.#turns.get(engine) ?? 0
    this.#turns.set(engine, turn + 1)
    try {
      const read = await this.#prepare(engine, turn)
      const codes = await read()
      if (!this.#isStopped && codes.length > 0) this.#listener.onCodes(codes)
    } catch {
      if (!this.#isStopped) this.#listener.onBroken(engine)
    } finally {
      this.#busy.delete(engine)
    }
  }

  /** A closing video gives no frame; that is no failure of the engine. */
  async #prepare(engine: Engine, turn: number): Promise<() => Promise<DecodedCode[]>> {
    const { videoWidth: width, videoHeight: height, clientWidth: viewSide } = this.#video
    const look = lookAt(engine.name, turn)
    const plan = (picture: { width: number; height: number }) =>
      planFrame({ ...picture, viewSide }, look)
    try {
      const frame =
        takeClip(this.#video, plan) ?? (await takeFrame(this.#video, plan({ width, height })))
      return () => engine.read(frame, look)
    } catch {
      return () => Promise.resolve([])
    }
  }
}
