import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Version } from '#contract/health.ts'
import { roomHealthSchema, versionSchema } from '#contract/health.ts'
import { HEALTH } from '#contract/paths.ts'
import { readPublicUrl } from '../administrators.ts'
import { inRoot, PRODUCTION } from '../paths.ts'
import { USAGE } from '../usage.ts'
import { explain, readArguments, toReason, UserError } from '../user-error.ts'
import { readSettings, readSiteAddress } from './settings.ts'
import { ask, checkSite, expectThat } from './smoke.ts'

const OPTIONS = {
  env: { type: 'string', default: PRODUCTION },
  address: { type: 'string' },
} as const

const ASKED = 5

/** One line of the record: the question, whether the answer is right, and the answer. */
interface Finding {
  what: string
  isRight: boolean
  seen: string
}

type Claim = (address: string) => Promise<string>

/**
 * Claims that no local test can prove: they are about the platform and the account. Each returns what it saw, and
 * throws where that is wrong. None writes.
 */
const CLAIMS: Record<string, Claim> = {
  'one version answers, each time': async (address) => {
    const ids = new Set<string>()
    for (let at = 0; at < ASKED; at += 1) ids.add((await readVersion(address)).id)
    return expectThat(ids.size === 1, [...ids].join(', '))
  },
  'a room answers from where it is': async (address) => {
    const times: number[] = []
    for (let at = 0; at < ASKED; at += 1)
      times.push(v.parse(roomHealthSchema, await readJson(`${address}${HEALTH}?room`)).roomMs)
    return `${times.sort((one, other) => one - other)[Math.floor(ASKED / 2)]} ms from the Worker, in the middle of ${ASKED}`
  },
  'http leads to https': async (address) => {
    const { protocol, host } = new URL(address)
    if (protocol === 'http:') return 'not asked: the address itself is plain http'
    const answer = await ask(`http://${host}${HEALTH}`)
    const to = answer.headers.get('location')
    return expectThat(to?.startsWith('https://') === true, `${answer.status} to ${to}`)
  },
  'pages and files carry their headers': async (address) => {
    const page = await ask(`${address}/`)
    const path = /\/assets\/index-[\w-]+\.js/.exec(await page.text())?.[0]
    if (!path) throw new UserError('the page names no script')
    const file = await ask(address + path)
    const seen = [page, file].map(({ headers }) => headers.get('strict-transport-security'))
    const isKept = file.headers.get('cache-control')?.includes('immutable') === true
    const policy =
      page.headers.get('content-security-policy')?.includes("'strict-dynamic'") === true
    return expectThat(
      policy && isKept && seen.every((value) => value?.startsWith('max-age=')),
      `policy ${policy}, files kept ${isKept}, https remembered ${seen.join(' and ')}`,
    )
  },
}

/** Asks a deployed site what only it can answer, and writes a dated record. Returns the record's path. */
export async function verifyRemote(args: string[], folder = inRoot('verified')): Promise<string> {
  const { values } = readArguments({ args, options: OPTIONS }, USAGE['verify:remote'])
  const { name: worker, vars } = readSettings(values.env).config
  const address = values.address
    ? readSiteAddress(values.address, '--address')
    : readPublicUrl(vars)
  const claims: Record<string, Claim> = {
    'what each deploy asks': async () => {
      const site = { address, productName: vars.PRODUCT_NAME ?? '', worker }
      return (await checkSite(site, 0)).join('; ')
    },
    ...CLAIMS,
  }
  const findings: Finding[] = []
  for (const [what, claim] of Object.entries(claims)) {
    const finding = await look(what, () => claim(address))
    findings.push(finding)
    process.stdout.write(`${finding.isRight ? 'yes' : 'NO '}  ${what}: ${finding.seen}\n`)
  }
  const file = await writeRecord(folder, address, findings)
  process.stdout.write(`Written down in ${file}\n`)
  const wrong = findings.filter(({ isRight }) => !isRight)
  if (wrong.length > 0)
    throw new UserError(`Not as it should be: ${wrong.map(({ what }) => what).join('; ')}.`)
  return file
}

async function look(what: string, see: () => Promise<string>): Promise<Finding> {
  try {
    return { what, isRight: true, seen: await see() }
  } catch (error) {
    return { what, isRight: false, seen: explain(error) ?? toReason(error) }
  }
}

const readJson = async (url: string): Promise<unknown> => (await ask(url)).json()

const readVersion = async (address: string): Promise<Version> =>
  v.parse(versionSchema, await readJson(address + HEALTH))

async function writeRecord(folder: string, address: string, findings: Finding[]): Promise<string> {
  const at = new Date().toISOString()
  const unknown = { id: 'unknown', deployedAt: '' }
  const { id, deployedAt } = await readVersion(address).catch(() => unknown)
  const rows = findings.map(
    ({ what, isRight, seen }) =>
      `| ${what} | ${isRight ? 'yes' : 'no'} | ${seen.replaceAll(/[|\n]/g, ' ')} |`,
  )
  const lines = [
    `# ${address}`,
    '',
    `${at}, version ${`${id} ${deployedAt}`.trim()}`,
    '',
    '| what | is so | seen |',
    '|---|---|---|',
    ...rows,
  ]
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${at.slice(0, 16).replace(':', '')}-${new URL(address).hostname}.md`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
