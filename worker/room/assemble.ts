import { log } from '#worker/log.ts'
import { erasePhoto } from '#worker/media/photos.ts'
import { monitorOf } from '#worker/monitor/stub.ts'
import { tagSql } from '#worker/rim/sql.ts'
import { ChatLog } from './chat-log.ts'
import { Feed } from './feed.ts'
import type { RoomParts } from './parts.ts'
import { PhoneTries } from './phone-tries.ts'
import { Presence } from './presence.ts'
import { Removals } from './removals.ts'
import { Reporter } from './reporter.ts'
import { Roster } from './roster.ts'
import { Sockets } from './sockets.ts'
import { Tables } from './tables.ts'

/** Puts together what the acts of a room work with. */
export function assemble(
  ctx: DurableObjectState,
  env: Env,
  noteChange: RoomParts['noteChange'],
): RoomParts {
  const sql = tagSql(ctx.storage)
  const tables = new Tables(ctx.storage, sql)
  const roster = new Roster(sql)
  const sockets = new Sockets(ctx)
  const presence = new Presence(roster, sockets)
  const reporter = new Reporter(
    () => tables.barId,
    roster,
    presence,
    sockets,
    (report) => monitorOf(env).report(report),
  )
  return {
    tables,
    roster,
    chatLog: new ChatLog(sql),
    presence,
    sockets,
    feed: new Feed(sockets, (facts) => reporter.note(facts)),
    reporter,
    tries: new PhoneTries(sql),
    removals: new Removals(sql, () => tables.ready),
    noteChange,
    erasePhoto: (path) =>
      ctx.waitUntil(erasePhoto(env, path).catch((error) => log('photo_not_erased', { error }))),
  }
}
