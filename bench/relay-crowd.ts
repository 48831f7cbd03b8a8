// The same crowd at a relay, which announces everybody to everybody: in a process of its own, too.
import type { Speaker } from './chat-load.ts'
import type { Dialect } from './dialects.ts'
import { DIALECTS, openSpeaker } from './dialects.ts'
import { atPace } from './pace.ts'
import { median } from './runs.ts'
import type { Spent } from './spent.ts'
import { startSpending } from './spent.ts'

export interface RelayCrowdOrder {
  dialect: keyof typeof DIALECTS
  people: Speaker[]
  withinMs: number
}

/** What a crowd's coming looked like from its sockets, and what it cost this process. */
export interface RelayCrowd extends Spent {
  /** Of all sockets together. */
  frames: number
  bytes: number
  /** Of somebody who came: from asking for a socket to the first frame. Milliseconds. */
  enterMs: number
  /** From the last one's first frame to the last announcement anywhere. Milliseconds. */
  settledMs: number
}

async function join({ dialect, people, withinMs }: RelayCrowdOrder): Promise<RelayCrowd> {
  const spent = startSpending()
  // Everybody hears of everybody who comes later.
  const wanted = (people.length * (people.length - 1)) / 2
  let [frames, bytes, lastAt] = [0, 0, 0]
  let allHeard = () => {}
  const heard = new Promise<void>((resolve) => {
    allHeard = resolve
  })
  const hear = (frame: string): void => {
    frames += 1
    bytes += Buffer.byteLength(frame)
    lastAt = performance.now()
    if (frames === wanted) allHeard()
  }
  const joined = await atPace(people.length, withinMs, async (index) => {
    const askedAt = performance.now()
    const speaker = people[index]
    if (!speaker) throw new Error('Nobody comes.')
    await open(speaker, DIALECTS[dialect], hear)
    const enteredAt = performance.now()
    return { enteredAt, ms: enteredAt - askedAt }
  })
  await heard
  return {
    ...{ frames, bytes, ...spent() },
    enterMs: median(joined.map(({ ms }) => ms)),
    settledMs: Math.max(0, lastAt - Math.max(...joined.map(({ enteredAt }) => enteredAt))),
  }
}

async function open(
  { address }: Speaker,
  dialect: Dialect,
  hear: (frame: string) => void,
): Promise<void> {
  const ready = Promise.withResolvers<void>()
  await openSpeaker(dialect, address, {
    onKinds: ([kind], frame) => {
      if (kind === 'joined') hear(frame)
      if (kind === 'ready') ready.resolve()
    },
    onClose: (code) => ready.reject(new Error(`closed with ${code}`)),
  })
  await ready.promise
}

process.on('message', async (order: RelayCrowdOrder) => process.send?.(await join(order)))
process.once('disconnect', () => process.exit())
