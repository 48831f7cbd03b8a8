import type { Engine } from './engine.ts'
import { JSQR_EVERY_TICKS } from './engine.ts'
import jsqrWorker from './jsqr-worker.ts?worker&url'
import nativeWorker from './native-worker.ts?worker&url'
import { openWorkerEngine } from './worker-engine.ts'
import zxingWorker from './zxing-worker.ts?worker&url'

/** The engines of one opening of the scanner. They join as they are loaded. */
export class Engines {
  readonly #joined: Engine[] = []
  #isClosed = false
  #native: Promise<void> | undefined
  #workers: Promise<void>[] | undefined

  /** Resolves when there is something to read with; rejects when nothing can be loaded. */
  async open(): Promise<void> {
    this.#native ??= this.#openNative()
    await this.#native
    if (this.#joined.length === 0) await this.#needWorker()
  }

  /** Every engine that can be had: a photo is worth the wait. */
  async openAll(): Promise<readonly Engine[]> {
    await this.#needWorker()
    await Promise.allSettled(this.#openWorkers())
    return this.#joined
  }

  /** Those whose turn it is at this tick. */
  atTick(tick: number): Engine[] {
    const isRelieved = this.#joined.some(({ name }) => name === 'zxing')
    return this.#joined.filter(
      ({ name }) => name !== 'jsqr' || !isRelieved || tick % JSQR_EVERY_TICKS === 0,
    )
  }

  /** An engine that fails goes. Where it was the last, the two that run everywhere take its place. */
  async replace(engine: Engine): Promise<void> {
    engine.close()
    this.#joined.splice(this.#joined.indexOf(engine), 1)
    if (this.#joined.length > 0) return
    if (engine.name !== 'native') this.#workers = undefined
    await this.#needWorker()
  }

  close(): void {
    this.#isClosed = true
    for (const engine of this.#joined.splice(0)) engine.close()
  }

  /** Resolves without one where the platform has no detector, or one that does not work. */
  async #openNative(): Promise<void> {
    if (!('BarcodeDetector' in globalThis)) return
    await openWorkerEngine('native', nativeWorker).then(
      (engine) => this.#join(engine),
      () => undefined,
    )
  }

  async #needWorker(): Promise<void> {
    try {
      await Promise.any(this.#openWorkers())
    } catch (error) {
      // A connection that was lost is no reason not to try again.
      this.#workers = undefined
      throw error
    }
  }

  #openWorkers(): Promise<void>[] {
    this.#workers ??= [
      openWorkerEngine('jsqr', jsqrWorker),
      openWorkerEngine('zxing', zxingWorker),
    ].map(async (opening) => this.#join(await opening))
    return this.#workers
  }

  #join(engine: Engine): void {
    if (this.#isClosed) engine.close()
    else this.#joined.push(engine)
  }
}
