import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { inRoot, ROOT } from '#scripts/paths.ts'
import { toOpenSession } from './pictures.ts'

test('the demo’s session of an administrator fits the database as it is after every migration', () => {
  const db = new DatabaseSync(':memory:')
  for (const file of globSync('migrations/*.sql', { cwd: ROOT }).sort())
    db.exec(readFileSync(inRoot(file), 'utf8'))
  expect(db.prepare(toOpenSession('hash', 1, 2)).all()).toEqual([])
  db.exec(
    "INSERT INTO accounts (id, email, role, created_at) VALUES ('a', 'a@b.example', 'admin', 0)",
  )
  expect(db.prepare(toOpenSession('hash', 1, 2)).all()).toEqual([{ account_id: 'a' }])
  db.close()
})
