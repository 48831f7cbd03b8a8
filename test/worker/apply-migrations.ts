import type { D1Migration } from 'cloudflare:test'
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

// Only the test configuration binds this name; the Worker's own Env has no such thing.
const { DB, TEST_MIGRATIONS } = env as Cloudflare.Env & { TEST_MIGRATIONS: D1Migration[] }

await applyD1Migrations(DB, TEST_MIGRATIONS)
