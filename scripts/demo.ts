import { setInterval as every } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { toPage } from '#contract/paths.ts'
import { readAddress, toOrigin } from './address.ts'
import { DEMO_BAR, toDemoBars, toInsertBars } from './bar-rows.ts'
import { buildApp } from './build-app.ts'
import { Evening } from './demo-evening.ts'
import { runLocalSql } from './local-database.ts'
import { STATE_DIR } from './paths.ts'
import { prepareLocal } from './prepare-local.ts'
import { Refusal, runScript } from './refusal.ts'
import { findRunning, markRunning, unmarkRunning } from './running.ts'
import { startServer } from './serve.ts'

const USAGE = `npm run demo -- [--people N] [--bars N]

A living evening on the local server: people arrive, talk, lock their phones and leave, until
Ctrl+C. Uses the server that runs (npm start), or starts one. At most 300 people and 10 bars.`
const MOST_PEOPLE = 300
const MOST_BARS = 10
const TOLD_EVERY_MS = 15_000

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

await runScript(async () => {
  const { people, bars } = readOptions(process.argv.slice(2))
  const { origin, stop } = await findServer()
  const rows = toDemoBars(bars)
  await runLocalSql(STATE_DIR, toInsertBars(rows, origin))
  const evening = new Evening({ origin, people, barIds: rows.map(({ id }) => id) })
  evening.start()
  say(`\n  ${people} people are coming to ${bars === 1 ? 'one bar' : `${bars} bars`}:\n`)
  for (const { id, name } of rows) say(`  ${origin}${toPage.bar(id)}   ${name}`)
  say(`\n  ${origin}/barmonitor shows them all. Ctrl+C ends the evening.\n`)

  let isEnding = false
  const end = async (): Promise<void> => {
    if (isEnding) return
    isEnding = true
    say('\nEverybody is leaving …')
    await evening.stop()
    await stop()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  for await (const _ of every(TOLD_EVERY_MS)) {
    const counts = evening.counts
    say(`${counts.people} people here now, ${counts.visits} visits, ${counts.messages} messages`)
  }
})

function readOptions(words: string[]): { people: number; bars: number } {
  const options = { people: { type: 'string' }, bars: { type: 'string' } } as const
  try {
    const { values } = parseArgs({ args: words, options })
    const people = Number(values.people ?? '40')
    const bars = Number(values.bars ?? '3')
    const isPossible = (count: number, most: number) =>
      Number.isInteger(count) && count >= 1 && count <= most
    if (isPossible(people, MOST_PEOPLE) && isPossible(bars, MOST_BARS)) return { people, bars }
  } catch {
    // Told below: a word that is none of ours.
  }
  throw new Refusal(USAGE)
}

/** The server that runs, or one of our own that ends with us. */
async function findServer(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const running = findRunning()
  if (running) return { origin: running.origin, stop: async () => {} }
  const address = readAddress(process.env)
  const origin = toOrigin(address)
  markRunning(origin)
  process.once('exit', unmarkRunning)
  say('Building …')
  await buildApp()
  await prepareLocal(origin)
  const onOutput = (text: string) => void process.stdout.write(text)
  const server = await startServer({ ...address, stateDir: STATE_DIR, onOutput })
  say(`Brinde is running at ${origin} (${DEMO_BAR.name} and others).`)
  return { origin, stop: server.stop }
}
