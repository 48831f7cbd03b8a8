import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import type { SourceMapPayload } from 'node:module'
import { basename } from 'node:path'
import { BUILT_CLIENT_DIR, BUILT_WORKER_DIR, inRoot } from '../paths.ts'

/** The folders that a build writes. */
const FOLDERS = {
  client: BUILT_CLIENT_DIR,
  worker: BUILT_WORKER_DIR,
  /** One folder for each build, outside the folders that are served and uploaded. */
  maps: inRoot('dist/maps'),
}
/** The limit holds for deployed builds and for the others separately. */
const KEPT_MAX = 10
/** An empty file in the folder of a build that was deployed. */
const DEPLOYED = 'deployed'

/** Replaced in the built worker/log.ts by the build's name. */
const UNNAMED = 'unbuilt-code'

/** Other texts are left out: node_modules has them, or they hold paths of this machine. */
const OWN_SOURCE = /^(?:contract|web|worker)\/[^?]+$/

/**
 * Moves the source maps out of the folders that are served and uploaded. Their new folder is named after the code
 * and its sources, and the Worker logs this name. The same sources make the same name on every machine.
 */
export function keepSourceMaps({ client, worker, maps } = FOLDERS): void {
  const built = [client, worker]
    .flatMap((folder) => globSync('**/*.map', { cwd: folder }).map((path) => `${folder}/${path}`))
    .sort((one, other) => (basename(one) < basename(other) ? -1 : 1))
    .map((path) => ({ path, map: toKeptMap(readFileSync(path, 'utf8')) }))
  const hash = createHash('sha256')
  for (const { path, map } of built) {
    // The hash leaves out the mappings: those of `?url` modules depend on the length of this machine's paths.
    const { sources, sourcesContent } = map
    hash.update(JSON.stringify([basename(path), sources, sourcesContent]))
    hash.update(readFileSync(path.replace(/\.map$/, '')))
  }
  const build = hash.digest('hex').slice(0, UNNAMED.length)
  nameWorker(worker, build)
  const folder = `${maps}/${build}`
  mkdirSync(folder, { recursive: true })
  for (const { path, map } of built) {
    writeFileSync(`${folder}/${basename(path)}`, JSON.stringify(map))
    rmSync(path)
  }
  // A rebuilt one counts as the newest again.
  utimesSync(folder, new Date(), new Date())
  forgetOld(maps)
}

/** Lets the newest build's maps outlive those of builds that never went online. */
export function noteDeployed({ maps }: { maps: string } = FOLDERS): void {
  const [build] = listBuilds({ maps })
  if (build) writeFileSync(`${maps}/${build}/${DEPLOYED}`, '')
}

/** The builds whose maps are kept, the newest first. */
export function listBuilds({ maps }: { maps: string } = FOLDERS): string[] {
  if (!existsSync(maps)) return []
  const toTime = (build: string) => statSync(`${maps}/${build}`).mtimeMs
  const builds = readdirSync(maps, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return builds.map(({ name }) => name).sort((one, other) => toTime(other) - toTime(one))
}

/** Its sources are paths from the root. Null where the build has no such file. */
export function readMap(build: string, file: string): SourceMapPayload | null {
  const path = `${FOLDERS.maps}/${build}/${file}.map`
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

function toKeptMap(text: string): SourceMapPayload {
  const { version, file, sources, sourcesContent, names, mappings }: SourceMapPayload =
    JSON.parse(text)
  // The bundler writes one `../` too few for Web Workers.
  const paths = sources.map((source) => source.replace(/^(?:\.\.\/)+/, ''))
  return {
    version,
    file,
    sourceRoot: '',
    sources: paths,
    sourcesContent: paths.map((path, at) =>
      OWN_SOURCE.test(path) ? (sourcesContent[at] ?? '') : '',
    ),
    names,
    mappings,
  }
}

/** Replaces the placeholder by the build's name of the same length, so that no position moves. */
function nameWorker(worker: string, build: string): void {
  const unnamed = globSync('**/*.js', { cwd: worker })
    .map((path) => `${worker}/${path}`)
    .filter((path) => readFileSync(path, 'utf8').includes(UNNAMED))
  if (unnamed.length === 0) throw new Error('The Worker has no place for the name of its build.')
  for (const path of unnamed)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(UNNAMED, build))
}

function forgetOld(maps: string): void {
  const { deployed = [], others = [] } = Object.groupBy(listBuilds({ maps }), (build) =>
    existsSync(`${maps}/${build}/${DEPLOYED}`) ? 'deployed' : 'others',
  )
  for (const build of [...deployed.slice(KEPT_MAX), ...others.slice(KEPT_MAX)])
    rmSync(`${maps}/${build}`, { recursive: true })
}
