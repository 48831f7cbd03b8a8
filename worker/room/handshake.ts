import { LIMITS } from '#contract/limits.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { CloseName, ResumePoint, ServerMessage } from '#contract/protocol.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { maySee } from '#worker/policy/may-see.ts'
import { toOwnPerson, toPublicPerson } from '#worker/policy/views.ts'
import type { Alarm } from './alarm.ts'
import type { BoardEvents } from './board-events.ts'
import type { Broadcast } from './broadcast.ts'
import type { Conversations, Summary } from './conversations.ts'
import type { Effect } from './effects.ts'
import { countAbuse } from './frames.ts'
import type { People, Person } from './people.ts'
import type { PeopleIndex } from './people-index.ts'
import type { Presence } from './presence.ts'
import type { RateLimits, RoomLimits } from './rate-limits.ts'
import type { Upgrade } from './rpc.ts'
import type { Abuse } from './safety/abuse.ts'
import type { Blocks } from './safety/blocks.ts'
import type { Help } from './safety/help.ts'
import type { Sockets } from './sockets.ts'
import type { UpgradeLimits } from './upgrade-limits.ts'

interface Parts {
  people: People
  presence: Presence
  index: PeopleIndex
  conversations: Conversations
  sockets: Sockets
  broadcast: Broadcast
  boardEvents: BoardEvents
  rateLimits: RateLimits
  upgradeLimits: UpgradeLimits
  abuse: Abuse
  blocks: Blocks
  help: Help
  alarm: Alarm
  limits: RoomLimits
}

/** The first frame is a snapshot, or exactly the missed events (rule 3). */
export class Handshake {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Null if admitted. Too many refusals count as abuse. A banned person consumes none of the bar's upgrades. */
  check(upgrade: Upgrade, person: Person | null, now: number): CloseName | null {
    const { abuse, sockets, alarm } = this.#parts
    const { personId } = upgrade.visit
    const subject = abuse.subjectOf(personId)
    if (abuse.isBanned(subject, now)) return 'misbehaved'
    const refusal = this.#whyRefused(upgrade, person, now)
    if (!refusal || !abuse.noteRefusedUpgrade(subject, now)) return refusal
    return countAbuse(abuse, sockets, alarm, personId, now) ? 'misbehaved' : refusal
  }

  /** Read before anything is published or accepted, because it may fail. */
  readSummaries(person: Person): Summary[] {
    const { index, conversations, blocks } = this.#parts
    index.load()
    const summaries = conversations.summaries(person.id)
    return summaries.filter(({ personId }) => !blocks.isBetween(person, personId))
  }

  accept(upgrade: Upgrade, person: Person, summaries: Summary[]): Response {
    const { visit, resume, sharesFrames, network, wideNetwork } = upgrade
    const { sockets, index, boardEvents, alarm } = this.#parts
    const now = Date.now()
    this.#closeOldest(person.id)
    const { 0: client, 1: server } = new WebSocketPair()
    sockets.accept(server, {
      personId: person.id,
      secretHash: visit.secretHash,
      acceptedAt: now,
      isWatched: boardEvents.isWatched,
      shownAway: index.find(person.id)?.away ?? false,
      ...{ sharesFrames, network, wideNetwork },
    })
    alarm.wakeBy(sockets.countsUntil(server))
    this.sendState(server, person, resume, summaries)
    const headers = { 'Sec-WebSocket-Protocol': SUBPROTOCOL }
    return new Response(null, { status: 101, webSocket: client, headers })
  }

  /** What a page needs to go on: as its first frames, and after it has missed events. */
  sendState(
    socket: WebSocket,
    person: Person,
    resume: ResumePoint | null,
    summaries = this.readSummaries(person),
  ): void {
    const { sockets } = this.#parts
    sockets.send([socket], this.#firstFrame(person, summaries, resume, Date.now()))
    for (let at = LIMITS.lastLinesFirst; at < summaries.length; at += LIMITS.lastLinesPage) {
      const part = summaries.slice(at, at + LIMITS.lastLinesPage)
      const people = part.flatMap(({ personId }) => this.seenBy(personId, person) ?? [])
      sockets.send([socket], { type: 'conversations', ...toConversations(part), people })
    }
    // The page confirms the notice with it.
    if (person.phoneUsed) sockets.sendCheckpoint(socket)
  }

  /** What the viewer may see of somebody; null for nothing. */
  seenBy(personId: string, viewer: Person): PublicPerson | null {
    const { index, people, conversations, blocks } = this.#parts
    const listed = index.find(personId)
    const unlisted = listed ? null : people.find(personId)
    const isSeen = maySee({
      isBlocked: blocks.isBetween(viewer, personId),
      person: listed ? 'listed' : unlisted?.isUnlisted ? 'unlisted' : 'gone',
      hasConversation:
        unlisted?.isUnlisted === true && conversations.between(viewer.id, personId).last > 0,
    })
    if (!isSeen) return null
    return listed ?? (unlisted && toPublicPerson(unlisted, false))
  }

  /** To pages of the viewer, who sees this person again: as if they were loaded with the first frames. */
  reunite(viewer: Person, personId: string): Effect {
    const person = this.seenBy(personId, viewer)
    const summaries = this.#parts.conversations.summaries(viewer.id)
    const own = toConversations(summaries.filter((one) => one.personId === personId))
    const message = { type: 'conversations' as const, ...own, people: person ? [person] : [] }
    return { kind: 'send', personId: viewer.id, message }
  }

  #whyRefused(upgrade: Upgrade, person: Person | null, now: number): CloseName | null {
    const { sockets, limits, rateLimits, upgradeLimits } = this.#parts
    if (!person) return 'unknownVisit'
    if (!rateLimits.consumeHandshake(now)) return 'overloaded'
    if (sockets.isFull(limits.socketsPerBar)) return 'barFull'
    return upgradeLimits.whyRefused(person.id, upgrade, now)
  }

  #closeOldest(personId: string): void {
    const { sockets, limits } = this.#parts
    const open = sockets.of(personId)
    const tooMany = Math.max(0, open.length - limits.socketsPerPerson + 1)
    for (const socket of open.slice(0, tooMany)) sockets.close(socket, 'tooManySockets')
  }

  #firstFrame(
    you: Person,
    summaries: Summary[],
    resume: ResumePoint | null,
    now: number,
  ): ServerMessage {
    const { presence, broadcast, index, blocks } = this.#parts
    const isHidden = blocks.hiddenFor(you)
    const endedWith = blocks.endedWith(you)
    const help = this.#parts.help.of(you.id, now)
    const { conversations } = toConversations(summaries)
    const { lastLines } = toConversations(summaries.slice(0, LIMITS.lastLinesFirst))
    const newcomers = index.newcomers(you.id, now, isHidden)
    const ownState = {
      epoch: broadcast.epoch,
      number: broadcast.number,
      you: toOwnPerson(you, presence.isOnline(you, now)),
      ...{ conversations, lastLines, newcomers },
      leavingEndsAt: you.leavingEndsAt,
      ...(you.phoneUsed && { phoneUsed: true as const }),
      ...(endedWith.length > 0 && { endedWith }),
      ...(help && { help }),
      ...index.counts,
    }
    const events = resume && broadcast.since(resume.epoch, resume.number, you.mark)
    if (events && JSON.stringify(events).length <= LIMITS.eventsCharacters) {
      return { type: 'resumed', ...ownState, events }
    }
    const partners = conversations.slice(0, LIMITS.lastLinesFirst)
    const first = new Set([...partners, ...newcomers].map(({ personId }) => personId))
    const people = [...first].flatMap((personId) => this.seenBy(personId, you) ?? [])
    const characters = LIMITS.firstFrameCharacters - JSON.stringify({ ...ownState, people }).length
    const page = index.page(null, you.id, { isHidden, without: first, characters })
    return {
      type: 'snapshot',
      ...ownState,
      people: [...people, ...page.people],
      next: page.next,
    }
  }
}

function toConversations(summaries: readonly Summary[]) {
  return {
    conversations: summaries.map(({ personId, unread }) => ({ personId, unread })),
    lastLines: summaries.map(({ lastLine }) => lastLine),
  }
}
