import type { Bench, Measurement } from './bench.ts'
import type { BrowserResults } from './scanner-browser.ts'
import { measureInBrowser } from './scanner-browser.ts'
import type { Contestant, EngineResults } from './scanner-engines.ts'
import { CONTESTANTS, compareEngines } from './scanner-engines.ts'

const FRAME_MS_MAX = 10
const MAIN_THREAD_MS_MAX = 2

export const scannerBench: Bench = {
  title: 'Scanner: codes drawn worse and worse, and the built app in Chromium',
  measure: async () => toMeasurement(await compareEngines(), await measureInBrowser()),
}

const toRow = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

function toPercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function toMeasurement(engines: EngineResults, browser: BrowserResults): Measurement {
  const sum = (contestant: Contestant) =>
    [...engines.read.values()].reduce((total, read) => total + read[contestant], 0)
  const pictures = [...engines.pictures.values()].reduce((total, count) => total + count, 0)
  const frameMs = toPercentile(engines.times['scanner, zxing'], 0.5)
  const { taskMsPerFrame, scriptMsPerFrame, dialogToBarMs } = browser
  const report = [
    toRow([
      'pictures read',
      'of',
      'jsQR alone',
      'zxing alone',
      'scanner, first frame',
      'within 1 s',
    ]),
    toRow(['---', '--:', '--:', '--:', '--:', '--:']),
    ...[...engines.read].map(([family, read]) =>
      toRow([
        family,
        engines.pictures.get(family) ?? 0,
        ...CONTESTANTS.map((contestant) => read[contestant]),
      ]),
    ),
    toRow(['**all**', pictures, ...CONTESTANTS.map((contestant) => `**${sum(contestant)}**`)]),
    '',
    toRow(['milliseconds for one frame', 'median', '95th percentile']),
    toRow(['---', '--:', '--:']),
    ...Object.entries(engines.times).map(([name, times]) =>
      toRow([name, toPercentile(times, 0.5).toFixed(1), toPercentile(times, 0.95).toFixed(1)]),
    ),
    '',
    `In Chromium: from the press on the button to the bar's page, without the product's own half second, ${toPercentile(dialogToBarMs, 0.5).toFixed(0)} ms (median of ${dialogToBarMs.length}, from ${Math.min(...dialogToBarMs).toFixed(0)} to ${Math.max(...dialogToBarMs).toFixed(0)}); main thread for each of ten frames a second ${taskMsPerFrame.toFixed(2)} ms in all, ${scriptMsPerFrame.toFixed(2)} ms of them script.`,
    '',
  ].join('\n')
  return {
    report,
    verdicts: [
      {
        claim: 'reads more than jsQR alone',
        found: `${sum('within 1 s')} to ${sum('jsQR alone')}`,
        isKept: sum('within 1 s') > sum('jsQR alone'),
      },
      {
        claim: `a frame takes at most ${FRAME_MS_MAX} ms (median)`,
        found: `${frameMs.toFixed(1)} ms`,
        isKept: frameMs <= FRAME_MS_MAX,
      },
      {
        claim: `of the main thread at most ${MAIN_THREAD_MS_MAX} ms a frame`,
        found: `${taskMsPerFrame.toFixed(2)} ms`,
        isKept: taskMsPerFrame <= MAIN_THREAD_MS_MAX,
      },
    ],
  }
}
