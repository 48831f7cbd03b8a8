import { setInterval as every } from 'node:timers/promises'
import { toPage } from '#contract/paths.ts'
import { DEMO_BAR, toInsertBar } from './bar-rows.ts'
import { buildApp } from './build.ts'
import type { Row, Sql } from './database.ts'
import { runSql } from './database.ts'
import { toDemoBars } from './demo/bars.ts'
import { Evening } from './demo/evening.ts'
import { BARE_BARS, hangPictures, newSession } from './demo/pictures.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import {
  claimLocalData,
  findRunningServer,
  onStop,
  prepareLocal,
  readAddress,
  startServer,
  toOrigin,
} from './local-server.ts'
import { STATE_DIR } from './paths.ts'
import { readArguments, runScript, UserError } from './user-error.ts'

const USAGE = `npm run demo -- [--people N] [--bars N]

A living evening on the local server: people arrive, talk, lock their phones and leave, until
Ctrl+C. Uses the server that runs (npm start), or starts one. At most 300 people and 10 bars.`
const MOST_PEOPLE = 300
const MOST_BARS = 10
const REPORT_EVERY_MS = 15_000

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

await runScript(async () => {
  const { people, bars } = readCounts(process.argv.slice(2))
  const rows = toDemoBars(bars)
  makeLocalSecrets()
  const session = newSession()
  const { origin, answers, stop } = await findServer((at) => [
    ...rows.map((row) => toInsertBar(row, at)),
    BARE_BARS,
    session.open,
  ])
  try {
    // Without an administrator there are none.
    const [bare, sessions] = answers.slice(rows.length)
    if (sessions?.length) await hangPictures(origin, rows, bare, session.token)
  } catch (error) {
    await stop()
    throw error
  }
  const evening = new Evening({ origin, people, barIds: rows.map(({ id }) => id) })
  evening.start()
  say(`\n  ${people} people are coming to ${bars === 1 ? 'one bar' : `${bars} bars`}:\n`)
  for (const { id, name } of rows) say(`  ${origin}${toPage.bar(id)}   ${name}`)
  say(`\n  ${origin}/barmonitor shows them all. Ctrl+C ends the evening.\n`)

  onStop(async () => {
    say('\nEverybody is leaving …')
    await evening.stop()
    await stop()
  })
  for await (const _ of every(REPORT_EVERY_MS)) {
    const counts = evening.counts
    say(`${counts.people} people here now, ${counts.visits} visits, ${counts.messages} messages`)
  }
})

function readCounts(args: string[]): { people: number; bars: number } {
  const options = { people: { type: 'string' }, bars: { type: 'string' } } as const
  const { values } = readArguments({ args, options }, USAGE)
  const people = Number(values.people ?? '40')
  const bars = Number(values.bars ?? '3')
  const isPossible = (count: number, most: number) =>
    Number.isInteger(count) && count >= 1 && count <= most
  if (isPossible(people, MOST_PEOPLE) && isPossible(bars, MOST_BARS)) return { people, bars }
  throw new UserError(USAGE)
}

interface Found {
  origin: string
  /** The rows of each statement. */
  answers: Row[][]
  stop: () => Promise<void>
}

/** The server that runs, or one of our own that ends with us. Runs the statements, which may name its origin. */
async function findServer(toStatements: (origin: string) => Sql[]): Promise<Found> {
  const running = findRunningServer()
  if (running) {
    const answers = await runSql({ stateDir: STATE_DIR }, toStatements(running.origin))
    return { origin: running.origin, answers, stop: async () => {} }
  }
  const address = readAddress(process.env)
  const origin = toOrigin(address)
  claimLocalData(origin)
  say('Building …')
  const [answers] = await Promise.all([prepareLocal(origin, toStatements(origin)), buildApp()])
  const onOutput = (text: string) => void process.stdout.write(text)
  const server = await startServer({ ...address, stateDir: STATE_DIR, onOutput })
  say(`Brinde is running at ${origin} (${DEMO_BAR.name} and others).`)
  return { origin, answers, stop: server.stop }
}
