import { runInDurableObject } from 'cloudflare:test'
import { idOf } from '#test/fakes/room.ts'
import type { BarRoom } from '#worker/room/bar-room.ts'

/** Puts `count` people into a bar, with photo paths of full length. */
export async function fillBar(
  bar: { room: DurableObjectStub<BarRoom>; sleep: () => Promise<void> },
  count: number,
  profile: Partial<Profile> = {},
): Promise<void> {
  await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    for (let number = 0; number < count; number += 1) insertPerson(sql, number, profile)
  })
  await bar.sleep()
}

interface Profile {
  name: string
  table: string
  enteredAt: number
  onlineUntil: number
  network: string
  wideNetwork: string | null
  /** Lets the person connect. */
  secretHash: string
}

/** Inserts a person directly into a room's table: they have entered and have no page. */
export function insertPerson(
  sql: SqlStorage,
  number: number,
  profile: Partial<Profile> = {},
): void {
  const now = Date.now()
  const { name = `Pessoa ${number}`, table = '12', enteredAt = now } = profile
  const { onlineUntil = now + 60_000 } = profile
  const { network = `network ${number}`, wideNetwork = null } = profile
  const secretHashes = JSON.stringify(profile.secretHash ? [profile.secretHash] : [])
  const photo = `/media/profiles/${String(number).padStart(22, 'x')}.webp`
  sql.exec(
    `INSERT INTO bar_profiles (id, attempt_hash, name, photo, interest, shows_interest, table_id,
      secret_hashes, mark, is_unlisted, phone_used, entered_at, expires_at, last_seen, online_until, photo_times,
      network, wide_network)
    VALUES (?, '', ?, ?, 'women', 1, ?, ?, ?, 0, 0, ?, ?, ?, ?, '[]', ?, ?)`,
    idOf(number),
    name,
    photo,
    table,
    secretHashes,
    `mark ${number}`,
    enteredAt,
    now + 1e7,
    now,
    onlineUntil,
    network,
    wideNetwork,
  )
}

/** Inserts messages of one person directly into a room's tables: one each second, up to now. */
export function insertMessages(
  sql: SqlStorage,
  from: string,
  to: string,
  texts: readonly string[],
): void {
  const last = sql
    .exec<{ last: number | null }>('SELECT max(conversation) AS last FROM sides')
    .one()
  const conversation = (last.last ?? 0) + 1
  for (const [person, partner] of [
    [from, to],
    [to, from],
  ]) {
    const insert = 'INSERT INTO sides (person, partner, conversation) VALUES (?, ?, ?)'
    sql.exec(insert, person, partner, conversation)
  }
  for (const [index, text] of texts.entries()) {
    const at = Date.now() - (texts.length - index - 1) * 1_000
    const values = [conversation, index + 1, crypto.randomUUID(), from, text, at]
    sql.exec('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)', ...values)
  }
}
