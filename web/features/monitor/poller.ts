import { TIMINGS } from '#contract/timings.ts'

interface PollerOptions {
  /** Rejects on failure. Answers after the abort are ignored. */
  fetch: (signal: AbortSignal) => Promise<void>
  /** `round` counts requests since the start, from 1. */
  onAnswer: (round: number) => void
  onFailure: (error: unknown, failures: number) => void
}

export class Poller {
  readonly #options: PollerOptions
  #running: AbortController | null = null

  constructor(options: PollerOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  start(delayMs = 0): void {
    if (this.#running) return
    this.#running = new AbortController()
    void this.#run(this.#running.signal, delayMs)
  }

  stop(): void {
    this.#running?.abort()
    this.#running = null
  }

  async #run(signal: AbortSignal, delayMs: number): Promise<void> {
    let failures = 0
    await pause(delayMs, signal)
    for (let round = 1; !signal.aborted; round += 1) {
      const askedAt = performance.now()
      try {
        await this.#options.fetch(signal)
        failures = 0
        if (!signal.aborted) this.#options.onAnswer(round)
      } catch (error) {
        failures += 1
        if (!signal.aborted) this.#options.onFailure(error, failures)
      }
      await pause(Math.max(0, askedAt + TIMINGS.monitorPollMs - performance.now()), signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
