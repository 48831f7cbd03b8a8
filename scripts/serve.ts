import * as v from 'valibot'
import { findPort, toOrigin } from './address.ts'
import type { Leashed } from './leashed.ts'
import { startLeashed } from './leashed.ts'
import { LOCAL_WORKER_CONFIG } from './paths.ts'
import { waitUntilReady } from './wait-until-ready.ts'

export type ServerOptions = {
  /** 0, the default, takes a free port. */
  port?: number
  host?: string
  /** Where D1, R2 and the objects keep their data. */
  stateDir: string
  /** The Worker's configuration; the built one unless a bench serves another. */
  config?: string
  /** The Worker's entry in place of the configuration's. */
  script?: string
  /** Override the variables of wrangler.toml. */
  vars?: Record<string, string>
  /** Gets what the server prints, as it comes. */
  onOutput?: (text: string) => void
}

export type Server = Leashed & { origin: string; port: number }

/** What wrangler tells its parent once its address is open. */
const openedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal('DEV_SERVER_READY'), port: v.number() }),
)

/** Serves the production build with its real Worker on workerd. The database must be migrated. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { host = '127.0.0.1', stateDir, vars = {}, onOutput } = options
  const port = await findPort({ host, port: options.port ?? 0 })
  const origin = toOrigin({ host, port })
  let openedPort: number | null = null
  const server = startLeashed(
    'wrangler',
    [
      'dev',
      ...(options.script === undefined ? [] : [options.script]),
      `--config=${options.config ?? LOCAL_WORKER_CONFIG}`,
      `--ip=${host}`,
      `--port=${port}`,
      '--inspector-port=0',
      `--persist-to=${stateDir}`,
      '--show-interactive-dev-session=false',
      '--log-level=warn',
      ...Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ],
    {
      env: { WRANGLER_REGISTRY_PATH: `${stateDir}/registry` },
      onOutput,
      onMessage: (message) => {
        const opened = v.safeParse(openedSchema, message)
        if (opened.success) openedPort = opened.output.port
      },
    },
  )
  await waitUntilReady(origin, server, () => openedPort === port)
  return { ...server, origin, port }
}
