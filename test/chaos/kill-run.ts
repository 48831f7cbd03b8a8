import { setTimeout as sleep } from 'node:timers/promises'
import { inLanes } from '#test/client/in-lanes.ts'
import type { ChaosPerson } from './chaos-person.ts'
import type { ChaosServer } from './chaos-server.ts'
import { readBuiltWorker, withServer, withTimings } from './chaos-server.ts'
import type { Flaw } from './checker.ts'
import { Crowd } from './crowd.ts'
import { enter } from './endpoint.ts'
import { Random } from './random.ts'
import { waitFor } from './wait-for.ts'

export type KillRunOptions = {
  seed: string
  /** The bundled Worker; defaults to the built one. */
  bundle?: string
  /** None: an evening without a fault of the server's. */
  kills: number
  /** Acknowledged ones, at least. */
  messages: number
  people: number
  /** The part of acknowledgements that is lost together with its connection. */
  lostAcks: number
}

export type KillRun = {
  flaws: Flaw[]
  acknowledged: number
  /** The time from each kill until all pages were connected again. */
  outagesMs: number[]
}

/** How many unanswered messages a page may have. */
const UNANSWERED = 6
/** How many times shorter than a real page's the waits before a reconnection are. */
const HURRY = 600
const POCKETED = 24
/** Keeps a phone in a pocket online for longer than any evening. */
const HIDDEN_GRACE_MS = 3_600_000

/** An evening during which the server dies again and again, and what it did to the evening. */
export async function runKills(options: KillRunOptions): Promise<KillRun> {
  const { bundle = readBuiltWorker(), seed, people, kills, messages, lostAcks } = options
  const patient = withTimings(bundle, { hiddenGraceMs: HIDDEN_GRACE_MS })
  return withServer({ bundle: patient }, async (server) => {
    const endpoint = {
      isOpen: true,
      get port(): number | null {
        return this.isOpen ? server.port : null
      },
    }
    const acks = new Random(seed, 'acks')
    const crowd = await Crowd.enter({
      server,
      endpoint,
      seed,
      people,
      // Half of the people have two pages.
      tabs: (index) => 1 + (index % 2),
      pages: { hurry: HURRY, losesAck: () => crowd.isWriting && acks.chance(lostAcks) },
    })
    const { history } = crowd
    const random = new Random(seed, 'kill')
    const outagesMs: number[] = []
    try {
      const pocketed = await pocketSome(server, crowd)
      await crowd.start()
      crowd.chat(UNANSWERED)
      if (kills === 0) await crowd.flow(messages)
      const share = Math.ceil(messages / Math.max(1, kills))
      while (outagesMs.length < kills || history.acknowledged < messages) {
        await crowd.flow(random.between(share / 2, share * 1.5))
        await sleep(random.between(0, 20))
        const backMs = await crowd.comeBack(async () => {
          endpoint.isOpen = false
          await server.kill()
          await server.restart()
          // A phone in a pocket moves before anybody is back: who resumes blindly never hears of it.
          const table = String(outagesMs.length + 1)
          await pocketed[(outagesMs.length + 1) % POCKETED]?.api.edit({ table })
          endpoint.isOpen = true
        })
        outagesMs.push(Math.max(...backMs))
      }
      const flaws = await crowd.end({ alwaysOnline: pocketed.map(({ id }) => id) })
      return { flaws, acknowledged: history.acknowledged, outagesMs }
    } finally {
      crowd.stop()
    }
  })
}

/** Phones in pockets: hidden, then cut off. They stay online for the grace of a hidden page. */
async function pocketSome(server: ChaosServer, crowd: Crowd): Promise<ChaosPerson[]> {
  const names = Array.from({ length: POCKETED }, (_, at) => `Bolso ${at}`)
  const entered = await inLanes(names, (name) => enter(server, server.barId, { name }), POCKETED)
  const phones = entered.map((person) => crowd.open(person, 0, { endpoint: server }).start())
  await waitFor('the phones are connected', () => phones.every((phone) => phone.isSettled))
  for (const phone of phones) phone.hide()
  await waitFor('they are known to be hidden', () => phones.every(({ found }) => found > 0))
  for (const phone of phones) phone.stop()
  await sleep(200)
  return phones
}
