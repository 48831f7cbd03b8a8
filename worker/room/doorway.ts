import { LIMITS } from '#contract/limits.ts'
import type { CloseName, ResumePoint, ServerMessage } from '#contract/protocol.ts'
import { CLOSE, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import { toOwnPerson } from '#worker/policy/views.ts'
import { changeAttachment, newAttachment, readAttachment } from './attachment.ts'
import type { RoomParts } from './parts.ts'
import { seenBy, tellBack } from './phone-recovery.ts'
import { writeCarried } from './reading.ts'
import type { Summary } from './reads.ts'
import type { RosterPerson } from './roster-person.ts'
import { abuseSubject, strike } from './strikes.ts'
import type { Upgrade } from './upgrade.ts'
import type { Visit } from './visit.ts'

/** Where sockets come in and go out. */
export class Doorway {
  readonly #parts: RoomParts
  /** Sockets that have gone and whose goodbye failed, with their codes. */
  readonly #failed = new Map<WebSocket, number>()

  constructor(parts: RoomParts) {
    this.#parts = parts
  }

  /**
   * Why an upgrade is refused; null where it is not. To be refused more often than any page would
   * ask is a strike; who is kept out takes no share of the bar's upgrades.
   */
  refusal(visit: Visit, person: RosterPerson | null, now: number): CloseName | null {
    const { tables, roster, strikes } = this.#parts
    if (!tables.ready) return 'unknownVisit'
    const subject = abuseSubject(roster, visit.personId)
    if (strikes.isKeptOut(subject, now)) return 'misbehaved'
    const refusal = this.#whyRefused(person, now)
    if (!refusal || !strikes.noteRefusedUpgrade(subject, now)) return refusal
    return strike(this.#parts, visit.personId, now) ? 'misbehaved' : refusal
  }

  /** Answers an upgrade: first with what the page lacks, then with whatever happens. */
  open({ visit, resume, sharesFrames }: Upgrade, person: RosterPerson, now: number): Response {
    const { presence, sockets, feed, reporter, roster, chatLog, directory } = this.#parts
    // Read first what may fail: nothing is told or accepted that is rolled back.
    const conversations = chatLog.reads.summaries(person.id)
    directory.load()
    if (person.isAside || person.phoneUsed) roster.setBack(person.id, true)
    this.#closeOldest(person.id)
    if (person.isAside) tellBack(this.#parts, person, person.leavingEndsAt === null)
    else if (!presence.isOnline(person, now) && person.leavingEndsAt === null) {
      feed.tell([{ kind: 'presence', personId: person.id, online: true }])
    }
    const { 0: client, 1: server } = new WebSocketPair()
    sockets.accept(
      server,
      newAttachment({
        personId: person.id,
        secretHash: visit.secretHash,
        acceptedAt: now,
        watchedUntil: reporter.watchedUntil,
        sharesFrames,
      }),
    )
    this.#parts.wakeBy(sockets.heardUntil(server), now)
    sockets.send([server], this.#firstFrame(person, conversations, resume, now))
    for (let at = LIMITS.lastLinesFirst; at < conversations.length; at += LIMITS.lastLinesPage) {
      const part = conversations.slice(at, at + LIMITS.lastLinesPage)
      const people = part.flatMap(({ personId }) => seenBy(this.#parts, personId, person.id) ?? [])
      sockets.send([server], { type: 'conversations', ...this.#toConversations(part), people })
    }
    const headers = { 'Sec-WebSocket-Protocol': SUBPROTOCOL }
    return new Response(null, { status: 101, webSocket: client, headers })
  }

  /**
   * Lets a socket go. Where it was the person's last one, returns the moment until which they still
   * count as online; a page that was hidden is a phone in a pocket and gets longer. What fails is tried
   * again at the moment that it returns: nobody says goodbye twice.
   */
  leave(socket: WebSocket, code: number, now: number): number | null {
    try {
      const until = this.#leave(socket, code, now)
      this.#failed.delete(socket)
      return until
    } catch (error) {
      log('goodbye_failed', { error })
      this.#failed.set(socket, code)
      return now
    }
  }

  /** Whether somebody's goodbye has failed. */
  get hasToLeaveAgain(): boolean {
    return this.#failed.size > 0
  }

  /** Throws where one fails again. */
  leaveAgain(now: number): void {
    for (const [socket, code] of this.#failed) this.leave(socket, code, now)
    if (this.#failed.size > 0) throw new Error('a goodbye has failed again')
  }

  #leave(socket: WebSocket, code: number, now: number): number | null {
    const { roster, sockets } = this.#parts
    const { personId, hidden, gone } = readAttachment(socket)
    if (gone) return null
    writeCarried(this.#parts, socket, now)
    const others = sockets.of(personId).filter((other) => other !== socket)
    const heardAt = sockets.heardAt(socket)
    const inPocket = hidden && code !== CLOSE.pageClosed
    const onlineUntil = inPocket ? heardAt + TIMINGS.hiddenGraceMs : now + TIMINGS.offlineGraceMs
    const isLast = others.length === 0 && roster.find(personId) !== null
    if (isLast) roster.noteDropped(personId, now, onlineUntil)
    changeAttachment(socket, { gone: true })
    return isLast ? onlineUntil : null
  }

  #whyRefused(person: RosterPerson | null, now: number): CloseName | null {
    const { sockets, limits, budgets } = this.#parts
    if (!person) return 'unknownVisit'
    if (!budgets.takeHandshake(now)) return 'overloaded'
    return sockets.isFull(limits.socketsPerBar) ? 'barFull' : null
  }

  #closeOldest(personId: string): void {
    const open = this.#parts.sockets.of(personId)
    const tooMany = open.length - this.#parts.limits.socketsPerPerson + 1
    for (const socket of open.slice(0, Math.max(0, tooMany))) {
      this.#parts.sockets.close(socket, 'tooManySockets')
    }
  }

  #firstFrame(
    you: RosterPerson,
    summaries: Summary[],
    resume: ResumePoint | null,
    now: number,
  ): ServerMessage {
    const { presence, feed, directory } = this.#parts
    const { conversations } = this.#toConversations(summaries)
    const { lastLines } = this.#toConversations(summaries.slice(0, LIMITS.lastLinesFirst))
    const newcomers = directory.newcomers(you.id, now)
    const ownState = {
      epoch: feed.epoch,
      number: feed.number,
      you: toOwnPerson(you, presence.isOnline(you, now)),
      ...{ conversations, lastLines, newcomers },
      leavingEndsAt: you.leavingEndsAt,
      ...(you.phoneUsed && { phoneUsed: true as const }),
      ...directory.counts,
    }
    const facts = resume && feed.since(resume.epoch, resume.number)
    if (facts && JSON.stringify(facts).length <= LIMITS.factsCharacters)
      return { type: 'resumed', ...ownState, facts }
    const partners = conversations.slice(0, LIMITS.lastLinesFirst)
    const first = new Set([...partners, ...newcomers].map(({ personId }) => personId))
    const people = [...first].flatMap((personId) => seenBy(this.#parts, personId, you.id) ?? [])
    const characters = LIMITS.firstFrameCharacters - JSON.stringify({ ...ownState, people }).length
    const page = directory.page(null, you.id, { without: first, characters })
    const { next } = page
    return { type: 'snapshot', ...ownState, people: [...people, ...page.people], next }
  }

  #toConversations(summaries: readonly Summary[]) {
    return {
      conversations: summaries.map(({ personId, unread }) => ({ personId, unread })),
      lastLines: summaries.map(({ lastLine }) => lastLine),
    }
  }
}
