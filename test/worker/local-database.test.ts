import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  LIST_ACCOUNTS,
  toFindAdmin,
  toInsertAdmin,
  toRemoveAdmin,
  toReplaceLink,
  toSetPassword,
} from '#scripts/administrators.ts'
import { migrateLocalDatabase, runSql, sql } from '#scripts/database.ts'

/** One session for each administrator. */
const INSERT_SESSIONS = sql`INSERT INTO admin_sessions
  (token_hash, account_id, created_at, last_used_at, expires_at) SELECT email, id, 1, 1, 1 FROM accounts`

test('wrangler’s local D1 answers each statement of the administrators’ commands as expected', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'brinde-admin-'))
  const email = "o'neil--@b.example"
  const statements = [
    toInsertAdmin('id', email, 1),
    ...toSetPassword('id', 'a;\nhash', 2),
    toReplaceLink('id', 'token hash', 3),
    INSERT_SESSIONS,
    toFindAdmin(email),
    LIST_ACCOUNTS,
    toRemoveAdmin('another'),
    toRemoveAdmin('id'),
    sql`SELECT * FROM admin_sessions UNION SELECT *, 1, 1, 1, 1 FROM password_links`,
  ]
  const row = [{ id: 'id' }]
  const expected = [
    ...[row, row, [], [], row, [], row],
    [{ email, has_password: 1, is_admin: 1, bars: 0, sessions: 1 }],
    ...[[], row, []],
  ]
  try {
    await migrateLocalDatabase(stateDir)
    // By wrangler, which fails if a migration is not noted as applied.
    await migrateLocalDatabase(stateDir)
    expect(await runSql({ stateDir }, statements)).toEqual(expected)
    const failure = runSql({ stateDir }, [sql`SELECT * FROM nowhere`])
    await expect(failure).rejects.toThrow('no such table')
  } finally {
    rmSync(stateDir, { recursive: true })
  }
})
