import { runInDurableObject } from 'cloudflare:test'
import type { Venue } from './guest.ts'
import { idOf } from './room-cast.ts'

/** Puts so many people into a bar, whose photos are as long as photos are. */
export async function fillBar(venue: Venue, count: number): Promise<void> {
  await runInDurableObject(venue.room, (_, { storage: { sql } }) => {
    const now = Date.now()
    for (let number = 0; number < count; number += 1) {
      const photo = `/media/profiles/${String(number).padStart(22, 'x')}.webp`
      sql.exec(
        `INSERT INTO bar_profiles VALUES (?, ?, NULL, ?, 'women', 1, '12', '[]', NULL, ?, ?, ?, ?, NULL, '[]', 1, NULL)`,
        ...[idOf(number), `Pessoa ${number}`, photo, now, now + 1e7, now, now + 60_000],
      )
    }
  })
  await venue.sleep()
}
