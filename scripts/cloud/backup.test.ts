import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backUp, restore } from './backup.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

// `npm run restore FOLDER --env staging` arrives so, and would go into production.
test('a second folder is refused with the usage', async () => {
  await expect(restore([makeFolder(), 'staging'])).rejects.toThrow(/^npm run restore /)
  await expect(backUp(['copy', 'staging'])).rejects.toThrow(/^npm run backup /)
})

test('a folder without its last file is no whole backup', async () => {
  const folder = makeFolder()
  await expect(restore([folder])).rejects.toThrow(
    `${folder}/backup.json is missing: this folder is no whole backup`,
  )
})

test('a file of a backup that cannot be read is named with the cause', async () => {
  const file = join(makeFolder(), 'backup.json')
  mkdirSync(file)
  await expect(restore([join(file, '..')])).rejects.toThrow(`${file} cannot be read: EISDIR`)
})
