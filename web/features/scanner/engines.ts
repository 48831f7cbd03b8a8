import { ownScript } from '#web/own-script.ts'
import type { DecodedCode } from './formats.ts'
import type { Clip, Frame } from './frames.ts'
import { JSQR_EVERY_TICKS, toTransfer } from './frames.ts'
import jsqrWorker from './jsqr-worker.ts?worker&url'
import type { EngineName, Reading } from './looks.ts'
import nativeWorker from './native-worker.ts?worker&url'
import type { ReadRequest } from './serve-reader.ts'
import { FAILED, READY } from './serve-reader.ts'
import zxingWorker from './zxing-worker.ts?worker&url'

/** One picture at a time, in its own worker. The picture is transferred. */
export interface Engine {
  name: EngineName
  read: (frame: Frame | Clip, reading: Reading) => Promise<DecodedCode[]>
  close: () => void
}

export class Engines {
  readonly #joined: Engine[] = []
  #isClosed = false
  #native: Promise<void> | undefined
  #workers: Promise<void>[] | undefined

  /** Resolves with the first engine; rejects if none loads. */
  async open(): Promise<void> {
    await this.#needNative()
    if (this.#joined.length === 0) await this.#needWorker()
  }

  /** The platform's detector reads less than the two that run everywhere: they help it. */
  help(): void {
    if (this.#joined.length > 0) void this.#needWorker().catch(() => undefined)
  }

  /** Resolves with all engines that load; rejects if none does. */
  async openAll(): Promise<readonly Engine[]> {
    try {
      await this.#needWorker()
      await Promise.allSettled(this.#openWorkers())
    } catch (error) {
      await this.#needNative()
      if (this.#joined.length === 0) throw error
    }
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

  #needNative(): Promise<void> {
    this.#native ??= this.#openNative()
    return this.#native
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

/** Built workers are classic scripts for older browsers; the development server has modules. */
const WORKER_TYPE = import.meta.env.DEV ? 'module' : 'classic'

/** Rejects if the worker cannot be loaded. */
async function openWorkerEngine(name: EngineName, address: string): Promise<Engine> {
  const worker = new Worker(ownScript(address), { type: WORKER_TYPE })
  const receive = () =>
    new Promise<unknown>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = (event) => {
        event.preventDefault()
        reject(new Error(`The ${name} engine does not run.`))
      }
    })
  try {
    if ((await receive()) !== READY) throw new Error(`The ${name} engine did not load.`)
  } catch (error) {
    worker.terminate()
    throw error
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    name,
    read: (frame, reading) => {
      const answer = last.then(async () => {
        const received = receive()
        const request: ReadRequest = { frame, reading }
        worker.postMessage(request, toTransfer(frame))
        const codes = await received
        if (codes === FAILED) throw new Error(`The ${name} engine reads no more.`)
        return codes as DecodedCode[]
      })
      last = answer.catch(() => undefined)
      return answer
    },
    close: () => worker.terminate(),
  }
}
