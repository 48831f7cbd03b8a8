import { chmodSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { unstable_startWorker } from 'wrangler'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { MANIFEST } from '#contract/paths.ts'
import {
  LIST_ACCOUNTS,
  toFindAdmin,
  toInsertAdmin,
  toRemoveAdmin,
  toReplaceLink,
  toSetPassword,
} from '#scripts/administrators.ts'
import { migrateLocalDatabase, runSql, sql } from '#scripts/database.ts'
import { prepareLocal } from '#scripts/local-server.ts'
import { LOCAL_WORKER_CONFIG } from '#scripts/paths.ts'
import { ask } from '#test/client/api.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { TEST_SETTINGS } from '#test/server/test-settings.ts'
import { removeState } from '#test/server/test-state.ts'

const PRODUCT_NAME = 'Saúde'
const PUBLIC_URL = 'https://saude.example'

const EMAIL = "o'neil--@b.example"
/** Those of the administrators' commands, as wrangler's local D1 is to answer them. */
const STATEMENTS = [
  toInsertAdmin('id', EMAIL, 1),
  ...toSetPassword('id', 'a;\nhash', 2),
  toReplaceLink('id', 'token hash', 3),
  sql`INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at)
    SELECT email, id, 1, 1, 1 FROM accounts`,
  toFindAdmin(EMAIL),
  LIST_ACCOUNTS,
  toRemoveAdmin('another'),
  toRemoveAdmin('id'),
  sql`SELECT account_id FROM admin_sessions WHERE account_id = 'id'
    UNION SELECT account_id FROM password_links`,
]
const ROW = [{ id: 'id' }]
const LISTED = { has_password: 1, is_admin: 1, bars: 0, sessions: 1 }
const ANSWERS = [
  ROW,
  ROW,
  [],
  [],
  [],
  [],
  ROW,
  [],
  ROW,
  [
    { email: 'admin@brinde.example', ...LISTED },
    { email: EMAIL, ...LISTED },
  ],
  [],
  ROW,
  [],
]

/** Runs the first start and returns the login that it prints. */
async function prepareFirst(stateDir: string) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const answers = await prepareLocal(STATEMENTS, stateDir)
  const printed = write.mock.calls.join('\n')
  write.mockRestore()
  expect(answers).toEqual(ANSWERS)
  const [, email, password] = /Email +(\S+)\s+Password +(\S+)/.exec(printed) ?? []
  return { email, password }
}

/** Starts `wrangler dev`. Only this test does, for the behaviour that only its proxy has. */
const startWrangler = (stateDir: string, vars: Record<string, string>) =>
  unstable_startWorker({
    config: LOCAL_WORKER_CONFIG,
    bindings: Object.fromEntries(
      Object.entries(vars).map(([name, value]) => [name, { type: 'plain_text', value }]),
    ),
    dev: {
      persist: stateDir,
      inspector: false,
      logLevel: 'warn',
      server: { hostname: '127.0.0.1', port: 0 },
    },
  })

test('a first local start migrates once, answers SQL, uses name and address, and prints a valid password', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'brinde-first-'))
  chmodSync(stateDir, 0o755)
  const json = await prepareFirst(stateDir)
  expect(statSync(stateDir).mode & 0o077).toBe(0)
  // \`npm run admin\` migrates too.
  chmodSync(stateDir, 0o755)
  // wrangler fails here if a migration is not recorded as applied.
  await migrateLocalDatabase(stateDir)
  expect(statSync(stateDir).mode & 0o077).toBe(0)
  const failure = runSql({ stateDir }, [sql`SELECT * FROM nowhere`])
  await expect(failure).rejects.toThrow('no such table')
  const server = await startWrangler(stateDir, { ...TEST_SETTINGS, PRODUCT_NAME, PUBLIC_URL })
  try {
    const { origin } = await server.url
    const page = await (await fetch(origin)).text()
    expect(page).toContain(`<title>${PRODUCT_NAME}</title>`)
    const manifest = await (await fetch(`${origin}${MANIFEST}`)).json()
    expect(manifest).toMatchObject({ name: PRODUCT_NAME, short_name: PRODUCT_NAME })
    const { send } = nodeNetwork(() => origin)
    const answer = await ask(send, ADMIN_API.session, { method: 'POST', json })
    expect(await answer.json()).toMatchObject({ user: { email: json.email, role: 'admin' } })
    const [, token = ''] = /__Host-admin=([^;]+)/.exec(answer.headers.getSetCookie().join()) ?? []
    const headers = { Cookie: `__Host-admin=${token}` }
    const { bars } = await (await ask(send, ADMIN_API.bars, { headers })).json()
    expect(bars).toEqual([
      expect.objectContaining({ qrCode: expect.stringMatching(`^${PUBLIC_URL}/`) }),
    ])
  } finally {
    await server.dispose()
    removeState(stateDir)
  }
})
