import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosServer } from './chaos-server.ts'
import { Crowd } from './crowd.ts'
import { percentile } from './figures.ts'
import { History } from './history.ts'
import { waitFor } from './wait-for.ts'

/** Two ordinary people who talk while somebody else misbehaves, at a pace that every limit allows. */
export class Victims {
  readonly history = new History()
  readonly acksMs: number[] = []
  readonly #crowd: Crowd
  #said = 0
  #isTalking = true

  private constructor(crowd: Crowd) {
    this.#crowd = crowd
  }

  static async enter(server: ChaosServer, seed: string): Promise<Victims> {
    const history = new History()
    const crowd = await Crowd.enter({ server, history, seed, people: 2 })
    await crowd.start()
    return new Victims(crowd)
  }

  /** Says one thing after the other until `stopTalking`, each when the one before was acknowledged. */
  async talk(everyMs: number): Promise<void> {
    const [ana, bia] = this.#crowd.pages
    if (!ana || !bia) throw new Error('Somebody is missing.')
    while (this.#isTalking) {
      const [from, to] = this.#said % 2 === 0 ? [ana, bia] : [bia, ana]
      const saidAt = performance.now()
      from.say(to.id, `frase ${this.#said}`)
      this.#said += 1
      await waitFor('the acknowledgement', () => from.outbox.unsent.length === 0)
      this.acksMs.push(performance.now() - saidAt)
      await sleep(everyMs)
    }
  }

  /** What this part of all acknowledgements did not exceed. */
  ackMs(part: number): number {
    return Math.round(percentile(this.acksMs, part))
  }

  /** What was said and is not with the other one. */
  async findMissing(): Promise<number> {
    const [ana, bia] = this.#crowd.pages
    await this.#crowd.settle()
    const shown = (): number => (bia && ana?.messagesWith(bia.id).length) ?? 0
    await waitFor('the last delivery', () => shown() >= this.#said).catch(() => {})
    return this.#said - Math.min(shown(), (ana && bia?.messagesWith(ana.id).length) ?? 0)
  }

  stopTalking(): void {
    this.#isTalking = false
  }

  stop(): void {
    this.stopTalking()
    this.#crowd.stop()
  }
}
