import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { BUILT_WORKER_CONFIG } from '#scripts/paths.ts'
import { TEST_SETTINGS } from '#test/server/test-settings.ts'

/** The part of the built wrangler configuration that raw workerd supports. */
type BuiltConfig = {
  compatibility_date: string
  compatibility_flags: string[]
  secrets: { required: string[] }
  durable_objects: { bindings: { name: string; class_name: string }[] }
  d1_databases: { binding: string }[]
  r2_buckets: { binding: string }[]
  assets: { binding: string }
}

/** A Worker that `npm run build` has made. */
export interface Build {
  /** The folder that the build wrote. */
  dir: string
  /** The build's folder, relative to workerd's configuration. */
  folder: string
}

/** This checkout's build in dist. */
export const BUILT: Build = { dir: dirname(BUILT_WORKER_CONFIG), folder: '.' }

export type ConfigOptions = {
  /** The folder with the files of all objects. */
  disk: string
  worker: Build
  /** The build that runs the objects. */
  rooms: Build
  /** Override the settings that all tests run with. */
  vars: Record<string, string>
}

/** The platform's memory limit for an isolate. Beyond it, the process ends. */
const HEAP_MIB = 128

const text = (value: string): string => JSON.stringify(value)
const list = (entries: readonly string[]): string => `[\n    ${entries.join(',\n    ')},\n  ]`

export const toSecret = (name: string): string => Buffer.alloc(32, name).toString('base64url')

/** The folder of the modules that the Worker imports lazily. */
export const toLazyParts = ({ dir }: Build): string => join(dir, 'assets')

/**
 * The configuration of one `workerd serve`: the built Worker with its objects on disk, D1 played by
 * an object beside it, and on the socket `database` the way to that one for the test. The scripts
 * are looked for beside the configuration.
 */
export function toWorkerdConfig({ disk, vars, worker, rooms }: ConfigOptions): string {
  const compatibility = toCompatibility(readConfig(worker))
  const isMixed = rooms !== worker
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  v8Flags = ["--max-heap-size=${HEAP_MIB}", "--expose-gc"],
  services = [
    (name = "app", worker = .app),${isMixed ? '\n    (name = "rooms", worker = .rooms),' : ''}
    (name = "database", worker = .database),
    (name = "nothing", worker = .nothing),
    (name = "disk", disk = (path = ${text(disk)}, writable = true)),
  ],
  sockets = [
    (name = "app", address = "127.0.0.1:0", http = (), service = "app"),
    (name = "database", address = "127.0.0.1:0", http = (), service = "database"),
  ],
);

const app :Workerd.Worker = ${toWorker(worker, vars, isMixed ? 'rooms' : null)};
${isMixed ? `\nconst rooms :Workerd.Worker = ${toWorker(rooms, vars, null)};\n` : ''}
const database :Workerd.Worker = (
  modules = [(name = "index.js", esModule = embed "database-worker.js")],
  ${compatibility},
  durableObjectNamespaces = [${toNamespace('Database')}],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [(name = "DATABASE", durableObjectNamespace = "Database")],
);

const nothing :Workerd.Worker = (
  modules = [(name = "index.js", esModule = embed "nothing-worker.js")],
  ${compatibility},
);
`
}

const readConfig = ({ dir }: Build): BuiltConfig =>
  JSON.parse(readFileSync(join(dir, 'wrangler.json'), 'utf8'))

const toCompatibility = ({
  compatibility_date,
  compatibility_flags,
}: BuiltConfig): string => `compatibilityDate = ${text(compatibility_date)},
  compatibilityFlags = [${compatibility_flags.map(text).join(', ')}]`

/** A build as a Worker with its own objects, or with those of another service. */
function toWorker(build: Build, vars: Record<string, string>, objectsOf: string | null): string {
  const built = readConfig(build)
  const objects = built.durable_objects.bindings
  const secrets = Object.fromEntries(built.secrets.required.map((name) => [name, toSecret(name)]))
  const parts = readdirSync(toLazyParts(build)).map((name) => `assets/${name}`)
  const embed = (path: string): string => `embed ${text(posix.join(build.folder, path))}`
  const modules = [
    `(name = "index.js", esModule = ${embed('app.js')})`,
    ...parts.map((path) => `(name = ${text(path)}, esModule = ${embed(path)})`),
  ]
  const bindings = [
    ...objects.map(({ name, class_name }) => {
      const namespace = objectsOf
        ? `(className = ${text(class_name)}, serviceName = ${text(objectsOf)})`
        : text(class_name)
      return `(name = ${text(name)}, durableObjectNamespace = ${namespace})`
    }),
    ...built.d1_databases.map(
      ({ binding }) =>
        `(name = ${text(binding)}, wrapped = (moduleName = "cloudflare-internal:d1-api", innerBindings = [(name = "fetcher", service = "database")]))`,
    ),
    ...built.r2_buckets.map(({ binding }) => `(name = ${text(binding)}, r2Bucket = "nothing")`),
    `(name = ${text(built.assets.binding)}, service = "nothing")`,
    ...Object.entries({ ...TEST_SETTINGS, ...secrets, ...vars }).map(
      ([name, value]) => `(name = ${text(name)}, text = ${text(value)})`,
    ),
  ]
  const own = `
  durableObjectNamespaces = ${list(objects.map(({ class_name }) => toNamespace(class_name)))},
  durableObjectStorage = (localDisk = "disk"),`
  return `(
  modules = ${list(modules)},
  ${toCompatibility(built)},${objectsOf ? '' : own}
  bindings = ${list(bindings)},
)`
}

function toNamespace(className: string): string {
  return `(className = ${text(className)}, uniqueKey = ${text(className)}, enableSql = true)`
}
