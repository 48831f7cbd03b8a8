import { readdirSync, readFileSync } from 'node:fs'
import { BUILT_WORKER_CONFIG, BUILT_WORKER_DIR } from '#scripts/paths.ts'
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

/** The modules that the Worker imports lazily. */
export const LAZY_PARTS = `${BUILT_WORKER_DIR}/assets`

export type ConfigOptions = {
  /** The folder with the files of all objects. */
  disk: string
  /** Override the settings that all tests run with. */
  vars: Record<string, string>
}

/** The platform's memory limit for an isolate. Beyond it, the process ends. */
const HEAP_MIB = 128

const text = (value: string): string => JSON.stringify(value)
const list = (entries: readonly string[]): string => `[\n    ${entries.join(',\n    ')},\n  ]`

export const toSecret = (name: string): string => Buffer.alloc(32, name).toString('base64url')

/**
 * The configuration of one `workerd serve`: the built Worker with its objects on disk, D1 played by
 * an object beside it, and on the socket `database` the way to that one for the test. The scripts
 * are looked for beside the configuration.
 */
export function toWorkerdConfig({ disk, vars }: ConfigOptions): string {
  const built: BuiltConfig = JSON.parse(readFileSync(BUILT_WORKER_CONFIG, 'utf8'))
  const compatibility = toCompatibility(built)
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  v8Flags = ["--max-heap-size=${HEAP_MIB}", "--expose-gc"],
  services = [
    (name = "app", worker = .app),
    (name = "database", worker = .database),
    (name = "nothing", worker = .nothing),
    (name = "disk", disk = (path = ${text(disk)}, writable = true)),
  ],
  sockets = [
    (name = "app", address = "127.0.0.1:0", http = (), service = "app"),
    (name = "database", address = "127.0.0.1:0", http = (), service = "database"),
  ],
);

const app :Workerd.Worker = ${toWorker(built, vars)};

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

const toCompatibility = ({
  compatibility_date,
  compatibility_flags,
}: BuiltConfig): string => `compatibilityDate = ${text(compatibility_date)},
  compatibilityFlags = [${compatibility_flags.map(text).join(', ')}]`

/** The built Worker with its objects. */
function toWorker(built: BuiltConfig, vars: Record<string, string>): string {
  const objects = built.durable_objects.bindings
  const secrets = Object.fromEntries(built.secrets.required.map((name) => [name, toSecret(name)]))
  const modules = [
    '(name = "index.js", esModule = embed "app.js")',
    ...readdirSync(LAZY_PARTS)
      .map((name) => text(`assets/${name}`))
      .map((path) => `(name = ${path}, esModule = embed ${path})`),
  ]
  const bindings = [
    ...objects.map(
      ({ name, class_name }) =>
        `(name = ${text(name)}, durableObjectNamespace = ${text(class_name)})`,
    ),
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
  return `(
  modules = ${list(modules)},
  ${toCompatibility(built)},
  durableObjectNamespaces = ${list(objects.map(({ class_name }) => toNamespace(class_name)))},
  durableObjectStorage = (localDisk = "disk"),
  bindings = ${list(bindings)},
)`
}

function toNamespace(className: string): string {
  return `(className = ${text(className)}, uniqueKey = ${text(className)}, enableSql = true)`
}
