import { prepareZxing } from '../test/fakes/prepare-zxing.ts'
import type { Bench, Measurement } from './bench.ts'
import { atMost, median, never, toTable, toText } from './bench.ts'
import { weighMainThread } from './scanner-main-thread.ts'
import { drawCards, drawCodes, drawDecoys, TEXT } from './scanner-pictures.ts'
import type { Counts } from './scanner-readers.ts'
import { ENGINES, READERS, Readers } from './scanner-readers.ts'

const FRAME_MS_MAX = 10
const MAIN_THREAD_MS_MAX = 2

async function measure(): Promise<Measurement> {
  await prepareZxing()
  const readers = new Readers()
  const families = new Map<string, Counts>()
  for (const album of drawCodes()) families.set(album.name, await readers.compare(album, 1, TEXT))
  const cards = new Readers()
  const formats = new Map<string, Counts>()
  for (const album of drawCards()) formats.set(album.name, await cards.compare(album, 2))
  const falsely: string[] = []
  for (const { name, pictures } of drawDecoys()) {
    for (const picture of pictures) {
      const read = await cards.scan(picture, ENGINES)
      if (read) falsely.push(`${read.code.format} ${read.code.text} on ${name}`)
    }
  }
  const all = addUp([...families.values()])
  const mainThread = Object.entries(await weighMainThread())
  return {
    report: [
      toReadTable('pictures read', new Map([...families, ['**all**', all]])),
      toReadTable('cards read', formats),
      toTable(
        ['milliseconds for one frame', 'median', '95th percentile'],
        Object.entries(readers.times).map(([name, ms]) => [
          ...[name, toText(median(ms), 1), toText(toPercentile(ms, 0.95), 1)],
        ]),
      ),
      toTable(
        ['main thread, milliseconds for each of ten frames a second', 'all tasks', 'script'],
        mainThread.map(([name, { taskMs, scriptMs }]) => [
          ...[name, toText(taskMs, 2), toText(scriptMs, 2)],
        ]),
      ),
      `Read in pictures without a code: ${falsely.join(', ') || 'nothing'}.`,
    ].join('\n\n'),
    verdicts: [
      {
        claim: 'reads more than jsQR alone, than zxing alone and than the detector alone',
        found: READERS.map((reader) => `${reader} ${all[reader]}`).join(', '),
        isKept:
          all['scanner, 1 s'] > Math.max(all['jsQR alone'], all['zxing alone']) &&
          all['scanner with it'] > all['detector alone'],
      },
      neverOutdone('of anything that goes wrong', families),
      neverOutdone('of any format', formats),
      never('a code read in a picture without one', [falsely.length]),
      ...['zxing', 'native'].map((engine) => {
        const ms = median(readers.times[`${engine} in the scanner`] ?? [])
        return atMost(FRAME_MS_MAX, `ms a frame, ${engine} (median)`, ms, 1)
      }),
      ...mainThread.map(([name, { taskMs }]) =>
        atMost(MAIN_THREAD_MS_MAX, `ms of the main thread a frame, ${name}`, taskMs, 2),
      ),
    ],
  }
}

function addUp(all: readonly Counts[]): Counts {
  return all.reduce((one, other) => {
    const sums = READERS.map((reader) => [reader, one[reader] + other[reader]])
    return { ...Object.fromEntries(sums), of: one.of + other.of }
  })
}

function toReadTable(what: string, read: ReadonlyMap<string, Counts>): string {
  const rows = [...read].map(([name, counts]) => [
    ...[name, counts.of],
    ...READERS.map((reader) => counts[reader]),
  ])
  return toTable([what, 'of', ...READERS], rows)
}

/** No engine alone reads more of a kind than the scanner does. */
function neverOutdone(what: string, read: ReadonlyMap<string, Counts>) {
  const outdone = [...read].filter(([, counts]) => {
    const engine = Math.max(counts['jsQR alone'], counts['zxing alone'])
    return engine > counts['scanner, 1 s'] || counts['detector alone'] > counts['scanner with it']
  })
  const names = outdone.map(([name]) => ` (${name})`).join('')
  return never(`more read by an engine alone ${what}${names}`, [outdone.length])
}

function toPercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const scannerBench: Bench = {
  title: 'Scanner: codes drawn worse and worse, and the built app in Chromium',
  measure,
}
