import type { Engine } from './engine.ts'
import { JSQR_EVERY_TICKS } from './engine.ts'
import jsqrWorker from './jsqr-worker.ts?worker&url'
import nativeWorker from './native-worker.ts?worker&url'
import { openWorkerEngine } from './worker-engine.ts'
import zxingWorker from './zxing-worker.ts?worker&url'

export class Engines {
  readonly #joined: Engine[] = []
  #isClosed = false
  #native: Promise<void> | undefined
  #workers: Promise<void>[] | undefined

  /** Resolves with the first engine; rejects if none loads. */
  async open(): Promise<void> {
    this.#native ??= this.#openNative()
    await this.#native
    if (this.#joined.length === 0) await this.#needWorker()
  }

  async openAll(): Promise<readonly Engine[]> {
    await this.#needWorker()
    await Promise.allSettled(this.#openWorkers())
    return this.#joined
  }

  atTick(tick: number): Engine[] {
    const isRelieved = this.#joined.some(({ name }) => name === 'zxing')
    return this.#joined.filter(
      ({ name }) => name !== 'jsqr' || !isRelieved || tick % JSQR_EVERY_TICKS === 0,
    )
  }

  /** Drops a failed engine. If none is left, loads the two that run everywhere. */
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

  /** Resolves also without a working platform detector. */
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
      // Allows a retry after a network failure.
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
