import { MINUTE_MS } from '#contract/durations.ts'
import { findUsedSessions } from '#worker/db/admin-sessions.ts'
import { saveBarHours } from '#worker/db/bar-hours.ts'
import { findBarStatus } from '#worker/db/bars.ts'
import { findSiteState } from '#worker/db/site-state.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { KeyedBuckets } from '#worker/keyed-buckets.ts'
import { noteReportsChanged } from '#worker/monitor/notify.ts'
import { Alarm, deadlinesOf } from './alarm.ts'
import { BarStatusCheck } from './board/bar-status.ts'
import { BoardEvents } from './board/board-events.ts'
import { Boards } from './board/boards.ts'
import { CallPushes } from './board/call-pushes.ts'
import { CountPushes } from './board/count-pushes.ts'
import { Occupancy } from './board/occupancy.ts'
import { Changes } from './changes.ts'
import { Chat } from './chat/chat.ts'
import { Conversations } from './chat/conversations.ts'
import { MessageLimits } from './chat/message-limits.ts'
import { Messages } from './chat/messages.ts'
import { Notices } from './chat/notices.ts'
import { Typing } from './chat/typing.ts'
import type { AfterCommit } from './effects.ts'
import { Away } from './people/away.ts'
import { Connected } from './people/connected.ts'
import { Entering } from './people/entering.ts'
import { NewProfiles } from './people/new-profiles.ts'
import { People } from './people/people.ts'
import { PeopleIndex } from './people/people-index.ts'
import { PhoneRecovery } from './people/phone-recovery.ts'
import { Presence } from './people/presence.ts'
import { SiteStop } from './people/site-stop.ts'
import { endVisitsAndGraces } from './people/visit-ends.ts'
import { Visits } from './people/visits.ts'
import { paceOf, ratesOf, readRoomLimits } from './rate-limits.ts'
import { Abuse } from './safety/abuse.ts'
import { Blocks } from './safety/blocks.ts'
import { Clearing } from './safety/clearing.ts'
import { EntryCode } from './safety/entry-code.ts'
import { Help } from './safety/help.ts'
import { HelpCalls } from './safety/help-calls.ts'
import { Removals } from './safety/removals.ts'
import { Reports } from './safety/reports.ts'
import { StaffRanks } from './safety/staff-ranks.ts'
import { Backpressure } from './sockets/backpressure.ts'
import { Broadcast } from './sockets/broadcast.ts'
import { Frames } from './sockets/frames.ts'
import { Handshake } from './sockets/handshake.ts'
import { PersonView } from './sockets/person-view.ts'
import { Sockets } from './sockets/sockets.ts'
import { UpgradeLimits } from './sockets/upgrade-limits.ts'
import { deliveriesOf } from './storage/deliveries.ts'
import { ExpiringRows } from './storage/expiring-rows.ts'
import { Outbox } from './storage/outbox.ts'
import { RoomFile } from './storage/room-file.ts'
import { RoomStorage } from './storage/storage.ts'
import { Teardown } from './storage/teardown.ts'

/**
 * Makes the modules of a room. Each takes the few others that it needs, so the order is theirs.
 * `onClosed`: the room has closed a socket of a page.
 */
export function makeModules(
  ctx: DurableObjectState,
  env: Env,
  onClosed: (socket: WebSocket, code: number) => void,
) {
  const alarm = new Alarm(ctx.storage)
  const wakeBy = (at: number) => alarm.wakeBy(at)
  const limits = readRoomLimits(env)
  const rateLimits = new KeyedBuckets(ratesOf(limits))
  const storage = new RoomStorage(ctx.storage, {
    onCommit: (effects) => changes.send(effects),
    onRollback: () => alarm.wakeAfterRollback(),
  })
  const after: AfterCommit = (effect) => storage.queue(effect)
  const file = new RoomFile(storage, () => ctx.storage.deleteAll())
  const backpressure = new Backpressure()
  const sockets = new Sockets(ctx, backpressure, onClosed)
  const boards = new Boards(ctx, rateLimits, (tokenHashes) =>
    findUsedSessions(env.DB, tokenHashes, Date.now()),
  )
  const people = new People(storage)

  const messages = new Messages(storage)
  const conversations = new Conversations(storage, messages, paceOf(limits))
  const presence = new Presence(storage, people, sockets, limits.unjoinedMinutes * MINUTE_MS)
  const connected = new Connected(storage, people, sockets)
  const index = new PeopleIndex(storage, people, presence, limits)
  const away = new Away({ people, presence, index, sockets, wakeBy })

  const messageLimits = new MessageLimits(limits, storage, conversations)
  const newProfiles = new NewProfiles(limits, storage, people)
  const upgradeLimits = new UpgradeLimits(limits, rateLimits, sockets)

  const abuse = new Abuse(storage, { people, sockets, rateLimits, wakeBy })
  const removals = new Removals(storage)
  const blocks = new Blocks(storage, {
    people,
    haveTalked: (one, other) => conversations.between(one, other).last > 0,
    rateLimits,
    after,
    wakeBy,
  })
  const expiringRows = new ExpiringRows(storage, blocks)
  const outbox = new Outbox(
    {
      storage,
      isReady: () => file.isReady,
      waitUntil: (promise) => ctx.waitUntil(promise),
      onSent: () => changes.recheck(),
    },
    deliveriesOf(env, {
      file,
      occupancy: () => occupancy,
      onReportKept: () => {
        boards.sendReportsChanged()
        ctx.waitUntil(noteReportsChanged(env, file.barId))
      },
      notifyOfReports: () => notices.notifyStaff('report', null),
    }),
  )
  const staffRanks = new StaffRanks(people, presence, conversations)
  const reports = new Reports(storage, {
    people,
    presence,
    staffRanks,
    conversations,
    rateLimits,
    blocks,
    outbox,
    wakeBy,
  })
  const helpCalls = new HelpCalls(storage)
  const help = new Help(helpCalls, { file, people, staffRanks, rateLimits, after, wakeBy })
  const entryCode = new EntryCode(storage, {
    file,
    key: env.VISIT_SIGNING_KEY,
    wakeBy,
    onTries: () => after({ kind: 'sendToBoards', frame: { type: 'codeTries' } }),
  })

  const occupancy = new Occupancy(storage, {
    file,
    index,
    outbox,
    save: (barId, hours) => saveBarHours(env.DB, barId, hours),
  })
  const boardEvents = new BoardEvents({
    file,
    people,
    presence,
    index,
    boards,
    help,
    limits,
  })
  const countPushes = new CountPushes(
    file,
    presence,
    (counts) => monitorOf(env).pushCounts(counts),
    () => changes.recheck(),
  )
  const callPushes = new CallPushes(
    file,
    () => helpCalls.countUnresolved(),
    (calls) => monitorOf(env).pushCalls(calls),
    () => changes.recheck(),
  )
  const broadcast = new Broadcast(sockets, index, blocks, away, (changes) =>
    boardEvents.note(changes),
  )

  const notices = new Notices(
    { file, people, presence, conversations, rateLimits },
    {
      send: (subscription, notice) => ctx.exports.NoticeSender.send(subscription, notice),
      notifyStaff: (...notice) => ctx.exports.NoticeSender.notifyStaff(...notice),
    },
  )

  const teardown = new Teardown(ctx, {
    file,
    people,
    outbox,
    expiringRows,
    countPushes,
    callPushes,
    onErased: () => alarm.forget(),
  })
  const changes = new Changes({
    storage,
    file,
    sockets,
    index,
    blocks,
    broadcast,
    boards,
    notices,
    outbox,
    teardown,
    countPushes,
    callPushes,
    alarm,
  })

  const phoneRecovery = new PhoneRecovery(storage, people, presence, blocks)
  const visits = new Visits({
    file,
    people,
    presence,
    conversations,
    messageLimits,
    rateLimits,
    outbox,
    occupancy,
    removals,
    blocks,
    help,
    after,
    wakeBy,
  })
  const clearing = new Clearing(people, presence, (ids) => visits.endMany(ids, 'emptied'))
  const entering = new Entering({
    file,
    people,
    presence,
    index,
    limits,
    newProfiles,
    rateLimits,
    phoneRecovery,
    abuse,
    removals,
    blocks,
    entryCode,
    visits,
    occupancy,
    after,
    key: env.VISIT_SIGNING_KEY,
    wakeBy,
  })

  const view = new PersonView({
    people,
    presence,
    index,
    conversations,
    sockets,
    backpressure,
    broadcast,
    rateLimits,
    blocks,
    help,
    after,
  })
  const chat = new Chat(
    { people, presence, sockets, conversations, rateLimits, messageLimits, blocks, notices },
    storage,
  )
  const typing = new Typing({ sockets, conversations, rateLimits, blocks })
  const handshake = new Handshake({
    index,
    sockets,
    upgradeLimits,
    abuse,
    limits,
    view,
    chat,
    wakeBy,
  })
  const frames = new Frames(sockets, rateLimits, abuse)

  const deadlines = deadlinesOf({
    presence,
    sockets,
    expiringRows,
    occupancy,
    outbox,
    teardown,
    endVisitsAndGraces: (now) =>
      endVisitsAndGraces(
        {
          file,
          people,
          presence,
          connected,
          endAll: (ended) =>
            changes.run(() => {
              for (const { id, reason } of ended) visits.end(id, reason)
            }),
          send: (effects) => changes.publish(effects),
        },
        now,
      ),
    publishAway: (now) => {
      broadcast.publishAway(now)
      return null
    },
    remindOfCalls: (now) => changes.run(() => help.remind(now)),
    countPushes,
    callPushes,
  })
  const barStatus = new BarStatusCheck((barId) => findBarStatus(env.DB, barId))
  const siteStop = new SiteStop(async () => (await findSiteState(env.DB)).isStopped)

  return {
    alarm,
    away,
    backpressure,
    barStatus,
    siteStop,
    blocks,
    boardEvents,
    boards,
    changes,
    chat,
    clearing,
    connected,
    deadlines,
    entering,
    entryCode,
    frames,
    handshake,
    help,
    notices,
    occupancy,
    outbox,
    people,
    presence,
    removals,
    reports,
    file,
    sockets,
    typing,
    view,
    visits,
  }
}
