import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { RoomEvent, ServerMessage } from '#contract/protocol.ts'
import type { RoomSocket } from '#test/client/room-socket.ts'
import { NOBODY } from '#test/client/room-socket.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

const OF_BIA = [
  ...(['bia enters', 'bia leaves', 'bia opens', 'bia closes', 'bia edits', 'bia hides'] as const),
  ...(['bia shows', 'bia writes to ana', 'bia writes to caio', 'bia blocks again'] as const),
  ...(['bia reports', 'bia unblocks and blocks'] as const),
]
const OF_OTHERS = [
  ...(['ana opens', 'ana resumes', 'ana edits', 'ana writes', 'ana asks'] as const),
  ...(['caio enters', 'caio leaves', 'caio edits', 'caio writes', 'davi turns'] as const),
  ...(['sleep', 'ring'] as const),
]
type Act = (typeof OF_BIA)[number] | (typeof OF_OTHERS)[number]

/** Ana is blocked by Bia, in one of the two bars; in the other one Bia does not exist. */
class Evening {
  readonly bar: Bar
  readonly #pages: RoomSocket[] = []
  readonly #named = new Map<string, string>()
  #ana!: Person
  #bia: Person | null = null
  #caio!: Person
  #davi!: Person
  #biasMark: Person['mark'] | null = null

  private constructor(bar: Bar) {
    this.bar = bar
  }

  static async begin(hasBia: boolean): Promise<Evening> {
    const evening = new Evening(await Bar.open())
    const { bar } = evening
    evening.#ana = evening.#name(await bar.admit('Ana'))
    if (hasBia) {
      evening.#bia = evening.#name(await bar.admit('Bia'))
      evening.#biasMark = evening.#bia.mark
      await bar.room.block(evening.#bia.visit, evening.#ana.id)
    }
    return evening
  }

  /** Call each once, in this order. Time passes between them. */
  readonly opening = [
    () => this.bar.ring(),
    async () => {
      this.#caio = this.#name(await this.bar.seat('Caio'))
    },
    async () => {
      this.#davi = this.#name(await this.bar.seat('Davi'))
    },
    () => this.#open(null),
  ]

  async act(act: Act, at: number): Promise<void> {
    if (act.startsWith('bia')) await this.#actAsBia(act)
    else await this.#actAsOthers(act, at)
  }

  /** Returns what Ana's pages were sent, without totals, numbers of the room and the bounds of batches. */
  async told() {
    // A last event for everybody: all earlier ones have arrived by then.
    await this.bar.room.edit(this.#davi.visit, { table: 'fim' })
    const page = this.#pages.at(-1)
    await page?.until(() => JSON.stringify(page.all('events')).includes('fim'))
    await page?.settle()
    const frames = this.#pages.flatMap((one) => one.frames)
    return {
      events: frames.flatMap((frame) => ('events' in frame ? this.#toText(frame.events) : [])),
      others: frames
        .filter(({ type }) => type !== 'events' && type !== 'checkpoint')
        .map((frame) => this.#toText([mask(frame)])),
    }
  }

  async #actAsBia(act: Act): Promise<void> {
    const { bar } = this
    if (!this.#biasMark) return
    if (act === 'bia enters' && !this.#bia) {
      this.#bia = this.#name(await bar.admit('Bia', { mark: this.#biasMark }))
    }
    const bia = this.#bia
    if (!bia) return
    if (act === 'bia leaves') {
      this.#bia = null
      return bar.leave(bia)
    }
    if (act === 'bia opens') await bia.connect()
    if (act === 'bia edits') await bar.room.edit(bia.visit, { table: '8' })
    if (act === 'bia blocks again') await bar.room.block(bia.visit, this.#ana.id)
    if (act === 'bia unblocks and blocks') {
      await bar.room.unblock(bia.visit, this.#ana.id)
      await bar.room.block(bia.visit, this.#ana.id)
    }
    if (act === 'bia reports') {
      const request = { personId: this.#ana.id, reason: 'harassment', note: '', withMessages: true }
      await bar.room.report(bia.visit, { ...request, attempt: crypto.randomUUID() } as never)
    }
    if (!bia.hasPage || bia.page.closed) return
    if (act === 'bia closes') return bia.close()
    if (act === 'bia hides') await bia.turn('hidden')
    if (act === 'bia shows') await bia.turn('visible')
    if (act === 'bia writes to ana') bia.say(this.#ana, 'oi')
    if (act === 'bia writes to caio' && this.#caio.hasPage) bia.say(this.#caio, 'oi')
    // The room refuses what she wrote before her next act.
    await bia.page.settle()
  }

  async #actAsOthers(act: Act, at: number): Promise<void> {
    const { bar } = this
    const ana = this.#ana
    const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
    if (act === 'sleep') await bar.sleep()
    if (act === 'ring') await bar.ring()
    if (act === 'ana opens') await this.#open(null)
    if (act === 'ana resumes') await this.#open(ana.place)
    if (act === 'ana edits') await bar.room.edit(ana.visit, { table: String(at) })
    if (act === 'ana writes') ana.say(this.#caio, 'oi', id)
    if (act === 'ana asks') {
      ana.page.send({ type: 'page', after: null })
      ana.page.send({ type: 'search', text: 'Bia' })
      ana.page.send({ type: 'find', personId: NOBODY })
    }
    if (act === 'caio leaves') await bar.leave(this.#caio)
    // Names order the list, and ids differ between the bars.
    if (act === 'caio enters') this.#caio = this.#name(await bar.seat(`Caio ${at}`))
    if (act === 'caio edits') await bar.room.edit(this.#caio.visit, { table: String(at) })
    if (act === 'caio writes' && !this.#caio.page.closed) this.#caio.say(ana, 'oi', id)
    if (act === 'davi turns') await this.#davi.connect()
    await ana.page.settle()
  }

  async #open(place: Parameters<Person['connect']>[0]): Promise<void> {
    this.#pages.push(await this.#ana.connect(place))
  }

  #name(person: Person): Person {
    this.#named.set(person.id, person.name)
    return person
  }

  #toText(parts: readonly (RoomEvent | ServerMessage)[]): string[] {
    return parts.map((part) => {
      let text = JSON.stringify(part)
      for (const [id, name] of this.#named) text = text.replaceAll(id, name)
      return text
    })
  }
}

/** Drops what the whole bar shares: its totals, and the numbers of its events. */
function mask(frame: ServerMessage): ServerMessage {
  const shared = ['epoch', 'number', 'total', 'online', 'events']
  const rest = Object.entries(frame).filter(([name]) => !shared.includes(name))
  return Object.fromEntries(rest) as unknown as ServerMessage
}

test('T66 a blocked person receives the same as in a bar where the blocker does not exist', async () => {
  const acts = fc.array(fc.constantFrom<Act>(...OF_BIA, ...OF_OTHERS), {
    minLength: 20,
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(acts, async (script) => {
      const evenings = [await Evening.begin(true), await Evening.begin(false)]
      const steps = [
        ...[0, 1, 2, 3].map((at) => (evening: Evening) => evening.opening[at]?.()),
        ...script.map((act, at) => (evening: Evening) => evening.act(act, at)),
      ]
      for (const step of steps) {
        passTime(1_000)
        for (const evening of evenings) await step(evening)
      }
      passTime(1_000)
      const [withBia, without] = [await evenings[0]?.told(), await evenings[1]?.told()]
      expect(withBia).toEqual(without)
    }),
    { numRuns: runs(10, 1_000) },
  )
})
