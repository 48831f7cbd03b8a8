import { setInterval as every, setTimeout as sleep } from 'node:timers/promises'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { DEMO_BAR } from './bar-rows.ts'
import { buildApp } from './build.ts'
import { toDemoBars } from './demo/bars.ts'
import { Evening } from './demo/evening.ts'
import { openBars } from './demo/pictures.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import {
  claimLocalData,
  findRunningServer,
  onStop,
  prepareLocal,
  readAddress,
  toOrigin,
} from './local-server.ts'
import { STATE_DIR } from './paths.ts'
import { startServer } from './serve-build.ts'
import { USAGE } from './usage.ts'
import { readArguments, UserError } from './user-error.ts'

const MOST_PEOPLE = 300
const MOST_BARS = 10
const REPORT_EVERY_MS = 15_000
/** workerd stops answering at a SIGTERM, which a whole group of processes may get. */
const LEAVE_WITHIN_MS = 5_000
const ASK_AGAIN_MS = 500

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

export async function demo(args: string[]): Promise<void> {
  const { people, bars } = readCounts(args)
  const rows = toDemoBars(bars)
  makeLocalSecrets()
  let leave = async (): Promise<void> => {}
  onStop(() => leave())
  const { origin, stop } = await findServer()
  leave = stop
  try {
    await openBars(origin, rows)
  } catch (error) {
    await stop()
    throw error
  }
  const evening = new Evening({ origin, people, barIds: rows.map(({ id }) => id) })
  evening.start()
  say(`\n  ${people} people are coming to ${bars === 1 ? 'one bar' : `${bars} bars`}:\n`)
  for (const { id, name } of rows) say(`  ${origin}${address(PAGES.bar, { barId: id })}   ${name}`)
  say(`\n  ${origin}/barmonitor shows them all. Ctrl+C ends the evening.\n`)

  leave = async () => {
    say('\nEverybody is leaving …')
    await Promise.race([evening.stop(), sleep(LEAVE_WITHIN_MS)])
    await stop()
  }
  for await (const _ of every(REPORT_EVERY_MS)) {
    const counts = evening.counts
    say(`${counts.people} people here now, ${counts.visits} visits, ${counts.messages} messages`)
  }
}

function readCounts(args: string[]): { people: number; bars: number } {
  const options = { people: { type: 'string' }, bars: { type: 'string' } } as const
  const { values } = readArguments({ args, options }, USAGE.demo)
  const people = Number(values.people ?? '40')
  const bars = Number(values.bars ?? '3')
  const isPossible = (count: number, most: number) =>
    Number.isInteger(count) && count >= 1 && count <= most
  if (isPossible(people, MOST_PEOPLE) && isPossible(bars, MOST_BARS)) return { people, bars }
  throw new UserError(USAGE.demo)
}

/** The running server once it answers, or a new one that ends with this process. */
async function findServer() {
  for (let tries = 0; ; tries += 1) {
    const running = findRunningServer()
    if (!running) break
    const { origin } = running
    if (await answers(origin)) return { origin, stop: async () => {} }
    if (tries === 0) say(`Waiting for the app at ${origin} …`)
    await sleep(ASK_AGAIN_MS)
  }
  const address = readAddress(process.env)
  const origin = toOrigin(address)
  claimLocalData(origin)
  say('Building …')
  await Promise.all([prepareLocal(), buildApp()])
  const onOutput = (text: string) => void process.stdout.write(text)
  const { stop } = await startServer({ ...address, stateDir: STATE_DIR, onOutput })
  say(`Brinde is running at ${origin} (${DEMO_BAR.name} and others).`)
  return { origin, stop }
}

/** False while it builds: it claims the local data before. */
async function answers(origin: string): Promise<boolean> {
  const signal = AbortSignal.timeout(LEAVE_WITHIN_MS)
  const answer = await fetch(`${origin}/health`, { signal }).catch(() => undefined)
  return answer?.ok === true
}
