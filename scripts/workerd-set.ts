import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { readAsked } from './lockfile.ts'
import { toUserError, UserError } from './user-error.ts'

const TOOLS = ['wrangler', '@cloudflare/vite-plugin', '@cloudflare/vitest-plugin'] as const
type Tool = (typeof TOOLS)[number]

const releaseSchema = v.object({
  version: v.string(),
  dependencies: v.record(v.string(), v.string()),
})
type Release = v.InferOutput<typeof releaseSchema>

/** npm answers one match without a list. */
const releasesSchema = v.union([
  v.array(releaseSchema),
  v.pipe(
    releaseSchema,
    v.transform((release) => [release]),
  ),
])

const byVersion = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true })

const oldest = (versions: string[]): string | undefined => versions.sort(byVersion)[0]
const newest = (versions: string[]): string | undefined => versions.sort(byVersion).at(-1)

/**
 * Returns the newest version of each tool with the newest workerd that all three bring, and the Miniflare
 * of that wrangler. Undefined where none agree.
 */
export function findNewestSet(
  published: Record<Tool, Release[]>,
): (Record<Tool, string> & { workerd: string; miniflare: string }) | undefined {
  const wranglers = new Map(published.wrangler.map((one) => [one.version, one.dependencies]))
  // The plugin for vitest names no workerd: it has that of its wrangler.
  const runtimeOf = ({ dependencies }: Release): string | undefined =>
    dependencies.workerd ?? wranglers.get(dependencies.wrangler ?? '')?.workerd
  const newestWith = (tool: Tool, workerd: string): string | undefined =>
    newest(
      published[tool].filter((one) => runtimeOf(one) === workerd).map(({ version }) => version),
    )
  const runtimes = new Set(published.wrangler.flatMap((one) => runtimeOf(one) ?? []))
  for (const workerd of [...runtimes].sort(byVersion).reverse()) {
    const [wrangler, vite, vitest] = TOOLS.map((tool) => newestWith(tool, workerd))
    const { miniflare } = wranglers.get(wrangler ?? '') ?? {}
    if (!wrangler || !vite || !vitest || !miniflare) continue
    return {
      workerd,
      wrangler,
      miniflare,
      '@cloudflare/vite-plugin': vite,
      '@cloudflare/vitest-plugin': vitest,
    }
  }
  return undefined
}

/** Asks the registry three questions, each about the versions from ours on, without previews. */
async function readPublished(): Promise<Record<Tool, Release[]>> {
  const asked = readAsked('package-lock.json')
  const readSince = async (tool: Tool, first = asked[tool]): Promise<Release[]> => {
    const question = ['view', `${tool}@>=${first}`, 'version', 'dependencies', '--json']
    const { stdout } = await promisify(execFile)('npm', question).catch(({ stderr }) => {
      throw toUserError('npm view', stderr)
    })
    return v.parse(releasesSchema, JSON.parse(stdout))
  }
  const [vite, vitest] = await Promise.all([
    readSince('@cloudflare/vite-plugin'),
    readSince('@cloudflare/vitest-plugin'),
  ])
  // The plugin for vitest may bring an older wrangler than ours.
  const pinned = vitest.flatMap(({ dependencies }) => dependencies.wrangler ?? [])
  const wrangler = await readSince('wrangler', oldest([...pinned, asked.wrangler ?? '']))
  return { wrangler, '@cloudflare/vite-plugin': vite, '@cloudflare/vitest-plugin': vitest }
}

/** Prints the newest versions that share one workerd, as the command that installs them. */
export async function nameNewestSet(): Promise<void> {
  const set = findNewestSet(await readPublished())
  if (!set) throw new UserError('No published versions of the tools share one workerd.')
  const { workerd, ...versions } = set
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  process.stdout.write(`workerd ${workerd}\nnpm install ${packages.join(' ')}\n`)
}
