import { percentile } from '../test/chaos/figures.ts'
import type { Bench, Measurement } from './bench.ts'
import { atMost, median, toTable, toText } from './bench.ts'
import type { BrowserResults } from './scanner-browser.ts'
import { measureInBrowser } from './scanner-browser.ts'
import type { Contestant, EngineResults } from './scanner-engines.ts'
import { CONTESTANTS, compareEngines, PICTURES_EACH } from './scanner-engines.ts'

const FRAME_MS_MAX = 10
const MAIN_THREAD_MS_MAX = 2

export const scannerBench: Bench = {
  title: 'Scanner: codes drawn worse and worse, and the built app in Chromium',
  measure: async () => toMeasurement(await compareEngines(), await measureInBrowser()),
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function toMeasurement(engines: EngineResults, browser: BrowserResults): Measurement {
  const { workers, platform, detector } = browser
  const families = [...engines.read].map(([family, read]) => {
    const { alone = 0, scanner = 0 } = detector.read.get(family) ?? {}
    const byEngines = CONTESTANTS.map((contestant) => read[contestant])
    return [family, PICTURES_EACH, ...byEngines, alone, scanner] as const
  })
  const total = (contestant: Contestant) =>
    sum([...engines.read.values()].map((read) => read[contestant]))
  const byDetector = [...detector.read.values()]
  const detectorAlone = sum(byDetector.map(({ alone }) => alone))
  const detectorScanner = sum(byDetector.map(({ scanner }) => scanner))
  const all = [
    families.length * PICTURES_EACH,
    ...CONTESTANTS.map(total),
    detectorAlone,
    detectorScanner,
  ]
  const times = Object.entries({ ...engines.times, 'scanner, detector': detector.times })
  const head = ['of', 'jsQR alone', 'zxing alone', 'scanner, first frame', 'within 1 s']
  const report = [
    toTable(
      ['pictures read', ...head, 'detector alone', 'scanner with it, 10 frames'],
      [...families, ['**all**', ...all.map((count) => `**${count}**`)]],
    ),
    '',
    toTable(
      ['CPU for one frame, ms', 'median', '95th percentile'],
      times.map(([name, ms]) => [name, toText(median(ms), 1), toText(percentile(ms, 0.95), 1)]),
    ),
    '',
    toTable(
      ['main thread, milliseconds for each of ten frames a second', 'all tasks', 'script'],
      Object.entries({ 'engines in workers': workers, 'platform’s detector': platform }).map(
        ([name, { taskMsPerFrame, scriptMsPerFrame }]) => [
          name,
          toText(taskMsPerFrame, 2),
          toText(scriptMsPerFrame, 2),
        ],
      ),
    ),
    '',
  ].join('\n')
  const outdone = families.filter((family) => {
    const [, , jsqr = 0, zxing = 0, , within = 0, alone = 0, scanner = 0] = family
    return Math.max(jsqr, zxing) > within || alone > scanner
  })
  const within = total('within 1 s')
  const [jsqrAlone, zxingAlone] = [total('jsQR alone'), total('zxing alone')]
  return {
    report,
    verdicts: [
      {
        claim: 'reads more than jsQR alone and than zxing alone',
        found: `${within} to ${jsqrAlone} and ${zxingAlone}`,
        isKept: within > Math.max(jsqrAlone, zxingAlone),
      },
      {
        claim: 'reads more than the platform’s detector alone',
        found: `${detectorScanner} to ${detectorAlone}`,
        isKept: detectorScanner > detectorAlone,
      },
      {
        claim: 'nothing that goes wrong is read by an engine alone more often than by the scanner',
        found: outdone.map(([family]) => family).join(', ') || 'none',
        isKept: outdone.length === 0,
      },
      atMost(
        FRAME_MS_MAX,
        'ms of CPU a frame, zxing (median)',
        median(engines.times['scanner, zxing']),
        1,
      ),
      atMost(FRAME_MS_MAX, 'ms of CPU a frame, detector (median)', median(detector.times), 1),
      atMost(MAIN_THREAD_MS_MAX, 'ms of the main thread a frame', workers.taskMsPerFrame, 2),
      atMost(
        MAIN_THREAD_MS_MAX,
        'ms of the main thread a frame with the platform’s detector',
        platform.taskMsPerFrame,
        2,
      ),
    ],
  }
}
