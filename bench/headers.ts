import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { PAGES } from '../contract/pages.ts'
import { OFFLINE_PAGE } from '../contract/paths.ts'
import { inRoot } from '../scripts/paths.ts'
import { TEST_SETTINGS } from '../test/server/test-settings.ts'
import { withBars } from './bar-server.ts'
import type { Bench } from './bench.ts'
import { atLeast, never, toTable } from './bench.ts'

const ORIGIN = 'https://brinde.example'
const BAR_ID = 'K7M2QX'
/** The list of preloaded hosts, which the package fetches when it is installed. Ours is not in it. */
const PRELOADED = 'bench/node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json'
/** The score that the Observatory calls A+. */
const A_PLUS = 100

/** Runs two web scanners on each page's headers, locally and without a network. */
export const headersBench: Bench = {
  title: 'Security headers: Mozilla’s HTTP Observatory and csp_evaluator',
  measure: () =>
    withBars([BAR_ID], { vars: { ...TEST_SETTINGS, PUBLIC_URL: ORIGIN } }, async ({ origin }) => {
      const scan = await loadScanners()
      const rows: { path: string; score: number; findings: number }[] = []
      for (const pattern of [...Object.values(PAGES), OFFLINE_PAGE, '/nope']) {
        const path = pattern.replace(':barId', BAR_ID).replace(/:\w+/, '7')
        const answer = await fetch(origin + path)
        rows.push({ path, ...scan(path, answer.headers, await answer.text()) })
      }
      const least = Math.min(...rows.map(({ score }) => score))
      const findings = rows.map((row) => row.findings)
      return {
        report: toTable(
          ['page', 'Observatory', 'findings of csp_evaluator'],
          rows.map((row) => [row.path, row.score, row.findings]),
        ),
        verdicts: [
          atLeast(A_PLUS, 'points of the Observatory on every page, an A+', least),
          never('a finding of csp_evaluator', findings),
        ],
      }
    }),
}

type Scan = (path: string, headers: Headers, html: string) => { score: number; findings: number }

async function loadScanners(): Promise<Scan> {
  if (!existsSync(inRoot(PRELOADED))) {
    mkdirSync(inRoot(PRELOADED.slice(0, PRELOADED.lastIndexOf('/'))), { recursive: true })
    writeFileSync(inRoot(PRELOADED), '{}')
  }
  const [{ ALL_TESTS }, { getScoreModifier }, { Requests }, { CspEvaluator }, { CspParser }] =
    await Promise.all([
      import('@mdn/mdn-http-observatory/src/constants.js'),
      import('@mdn/mdn-http-observatory/src/grader/grader.js'),
      import('@mdn/mdn-http-observatory/src/types.js'),
      import('csp_evaluator/dist/evaluator.js'),
      import('csp_evaluator/dist/parser.js'),
    ])
  return (path, headers, html) => {
    const url = new URL(path, ORIGIN)
    const given = { headers: Object.fromEntries(headers), status: 200, verified: true }
    const response = { ...given, httpEquiv: new Map(), request: { res: { responseUrl: url.href } } }
    const asked = Object.assign(new Requests(url.hostname), {
      resources: { path: html },
      session: { url, redirectHistory: [], jar: { serializeSync: () => ({ cookies: [] }) } },
      responses: {
        auto: response,
        https: response,
        http: response,
        cors: response,
        // The local server speaks http alone: the way from there is given as production goes it.
        httpRedirects: [
          { url: new URL(path, ORIGIN.replace('https', 'http')), status: 308 },
          { url },
        ],
        httpsRedirects: [{ url }],
      },
    })
    const modifiers = ALL_TESTS.map((judge) => getScoreModifier(judge(asked).result))
    const policy = new CspParser(headers.get('Content-Security-Policy') ?? '').csp
    return {
      score: modifiers.reduce((sum, modifier) => sum + modifier, 100),
      findings: new CspEvaluator(policy).evaluate().length,
    }
  }
}
