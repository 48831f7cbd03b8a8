import type { Fact } from '#contract/protocol.ts'
import { saveBarHours } from '#worker/db/bar-hours.ts'
import { log } from '#worker/log.ts'
import { monitorOf } from '#worker/monitor/stub.ts'
import { toPublicPerson } from '#worker/policy/views.ts'
import { tagSql } from '#worker/rim/sql.ts'
import { Acts } from './acts.ts'
import { readAttachment } from './attachment.ts'
import { Attendance } from './attendance.ts'
import { Budgets } from './budgets.ts'
import { ChatLog } from './chat-log.ts'
import { Connected } from './connected.ts'
import { Directory } from './directory.ts'
import { DueVisits } from './due-visits.ts'
import { Feed } from './feed.ts'
import type { ForgetsAlarm } from './forgetting.ts'
import { recover } from './forgetting.ts'
import { readRoomLimits } from './limits.ts'
import type { RoomParts } from './parts.ts'
import { PhoneTries } from './phone-tries.ts'
import { PhotoErasures } from './photo-erasures.ts'
import { Presence } from './presence.ts'
import type { Unwritten } from './read-cursors.ts'
import { Removals } from './removals.ts'
import { Reporter } from './reporter.ts'
import { Roster } from './roster.ts'
import { Sockets } from './sockets.ts'
import { Strikes } from './strikes.ts'
import { Tables } from './tables.ts'

/** Puts together what the acts of a room work with. */
export function assemble(
  ctx: DurableObjectState,
  env: Env,
  { noteEffects, wakeBy, forgetAlarm }: Pick<RoomParts, 'noteEffects' | 'wakeBy'> & ForgetsAlarm,
): RoomParts {
  const sql = tagSql(ctx.storage)
  const limits = readRoomLimits(env)
  const tables = new Tables(ctx.storage, sql)
  const due = new DueVisits(sql)
  const roster = new Roster(sql, (personId) => due.note(personId))
  const acts = new Acts(ctx.storage, {
    // What was told before is what a correction is measured by.
    prepare: () => {
      if (tables.ready && !directory.isLoaded && sockets.all().length > 0) directory.load()
    },
    recover: () => recover(parts, { forgetAlarm }),
  })
  const sockets = new Sockets(ctx, acts)
  const presence = new Presence(due, sockets)
  const directory = new Directory({
    list: () => {
      const isOnline = presence.judge(Date.now())
      return roster.list(limits.peoplePerBar).map((one) => ({
        person: toPublicPerson(one, isOnline(one)),
        enteredAt: one.enteredAt,
      }))
    },
    find: (personId) => {
      const person = roster.find(personId)
      return person && toPublicPerson(person, presence.isOnline(person, Date.now()))
    },
    count: () => due.count(Date.now(), sockets.connectedPeople(Date.now())),
  })
  const unwritten: Unwritten = (reader, conversation) => {
    const carried = sockets.of(reader).flatMap((socket) => readAttachment(socket).unwritten)
    return Math.max(0, ...carried.filter(([id]) => id === conversation).map(([, to]) => to))
  }
  const pace = { burst: limits.sayPairBurst, perSecond: limits.sayPairPerSecond }
  const chatLog = new ChatLog(sql, pace, unwritten, (act) => ctx.storage.transactionSync(act))
  const reporter = new Reporter(
    () => tables.barId,
    roster,
    presence,
    sockets,
    (report) => monitorOf(env).report(report),
  )
  const attendance = new Attendance(sql, tables, directory, (barId, hours) =>
    saveBarHours(env.DB, barId, hours),
  )
  const count = (facts: readonly Fact[]) => {
    try {
      const now = Date.now()
      const dueAt = attendance.note(facts, now)
      if (dueAt !== null) wakeBy(dueAt, now)
    } catch (error) {
      log('attendance_not_counted', { error }) // nobody's news waits for a number
    }
  }
  const photos = new PhotoErasures(sql)
  const parts: RoomParts = {
    ...{ acts, tables, roster, due, directory, chatLog, presence, sockets, reporter, limits },
    attendance,
    feed: new Feed(
      sockets,
      directory,
      (facts) => {
        reporter.note(facts)
        count(facts)
      },
      acts,
    ),
    connected: new Connected(sql, sockets),
    tries: new PhoneTries(sql),
    strikes: new Strikes(sql),
    budgets: new Budgets(limits, chatLog),
    wakeBy,
    committed: () => ctx.storage.sync(),
    removals: new Removals(sql),
    photos,
    noteEffects,
    erasePhoto: (path) => {
      photos.note(path)
      noteEffects(Date.now())
    },
  }
  return parts
}
