import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { toThumbnail } from '#contract/face.ts'
import { API } from '#contract/paths.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { Person } from '#test/client/person.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { startBuiltWorker } from '#test/server/built-worker.ts'
import { makeState, removeState } from '#test/server/test-state.ts'

const NAME = 'Zenaide Canária'
const PHONE = '+5511976543210'
const TEXT = 'uma frase que ninguém mais diria'
// One pixel of WebP.
const PHOTO = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA='

test('T43 T26 T64 after leaving, no file, object, answer or log line holds what the person was', async () => {
  const stateDir = makeState()
  const server = await startBuiltWorker({ stateDir })
  try {
    const { id: barId } = takeBar(stateDir)
    const network = nodeNetwork(() => server.origin)
    const enter = (profile: Partial<EnterRequest>) =>
      Person.enter(network, barId, profile, { records: true })
    const zenaide = await enter({ name: NAME, phone: PHONE, photo: PHOTO, thumbnail: PHOTO })
    const ana = await enter({ name: 'Ana' })
    await zenaide.connect()
    await ana.connect()
    zenaide.say(ana.id, TEXT)
    await ana.socket.get('message', ({ message }) => message.text === TEXT)
    expect(filesHolding(stateDir, TEXT)).not.toEqual([])
    const photo = zenaide.entered.person.photo ?? ''
    const paths = [photo, toThumbnail(photo)]
    const statuses = () => Promise.all(paths.map(async (path) => (await ana.api.ask(path)).status))
    expect(await statuses()).toEqual([200, 200])
    expect(await ana.readConversation(zenaide.id)).toHaveLength(1)

    await zenaide.leave()
    expect(await statuses()).toEqual([404, 404])
    await expect(ana.readConversation(zenaide.id)).rejects.toThrow('person_not_found')
    const gone = await zenaide.api.ask(address(API.visit, { barId }))
    expect(gone.status).toBe(410)
    expect(await gone.text()).not.toContain(NAME)

    const later = await enter({ name: 'Bia' })
    await later.connect()
    for (const text of [NAME, PHONE, TEXT]) expect(later.socket.raw.join()).not.toContain(text)

    await ana.leave()
    await later.leave()
    // A deleted row's bytes stay in a file; only a file that is gone holds none.
    await expect.poll(() => filesHolding(roomsOf(stateDir), TEXT)).toEqual([])
    for (const text of [NAME, PHONE, TEXT, PHONE.slice(3)]) {
      expect(filesHolding(roomsOf(stateDir), text)).toEqual([])
      expect(filesHolding(databaseOf(stateDir), text)).toEqual([])
      expect(server.output()).not.toContain(text)
    }
  } finally {
    await server.stop()
    removeState(stateDir)
  }
})

/** The folder of the embedded runtime's object storage. */
const roomsOf = (stateDir: string): string => join(stateDir, 'v3', 'do')

/** The folder of its D1. */
const databaseOf = (stateDir: string): string => join(stateDir, 'v3', 'd1')

function filesHolding(folder: string, text: string): string[] {
  const needle = Buffer.from(text)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readIfThere(path).includes(needle))
}

/** SQLite removes a journal at any moment. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
