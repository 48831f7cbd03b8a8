import { LIMITS } from '#contract/limits.ts'
import type { CloseName } from '#contract/protocol.ts'
import { CLOSE, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { toOwnPerson, toPublicPerson } from '#worker/policy/views.ts'
import { readAttachment } from './attachment.ts'
import type { ChatLog } from './chat-log.ts'
import type { Feed } from './feed.ts'
import type { Presence } from './presence.ts'
import type { Reporter } from './reporter.ts'
import type { Roster, RosterPerson } from './roster.ts'
import type { Sockets } from './sockets.ts'
import { sendTo } from './sockets.ts'
import type { Visit } from './visit.ts'

/** Where sockets come in and go out. */
export class Doorway {
  readonly #roster: Roster
  readonly #chatLog: ChatLog
  readonly #presence: Presence
  readonly #sockets: Sockets
  readonly #feed: Feed
  readonly #reporter: Reporter

  constructor(
    roster: Roster,
    chatLog: ChatLog,
    presence: Presence,
    sockets: Sockets,
    feed: Feed,
    reporter: Reporter,
  ) {
    this.#roster = roster
    this.#chatLog = chatLog
    this.#presence = presence
    this.#sockets = sockets
    this.#feed = feed
    this.#reporter = reporter
  }

  /** Answers an upgrade: a snapshot first, or a close code that says why there is none. */
  open(visit: Visit, person: RosterPerson | null, now: number): Response {
    if (!person) return refuseUpgrade('unknownVisit')
    if (this.#sockets.size >= LIMITS.socketsPerBar) return refuseUpgrade('barFull')
    this.#closeOldest(person.id)

    const wasOnline = this.#presence.isOnline(person, now)
    const { 0: client, 1: server } = new WebSocketPair()
    const everybodyElse = this.#sockets.all()
    this.#sockets.accept(server, {
      personId: person.id,
      secretHash: visit.secretHash,
      acceptedAt: now,
      hidden: false,
      strikes: 0,
      watchedUntil: this.#reporter.watchedUntil,
    })
    if (!wasOnline && this.#presence.isOnline(person, now)) {
      this.#feed.tell([{ kind: 'presence', personId: person.id, online: true }], everybodyElse)
    }
    this.#sendSnapshot(server, person, now)
    return switchProtocols(client)
  }

  /**
   * Lets a socket go. Where it was the person's last one, returns the moment until which they still
   * count as online; a page that was hidden is a phone in a pocket and gets longer.
   */
  leave(socket: WebSocket, code: number, now: number): number | null {
    const { personId, hidden } = readAttachment(socket)
    const others = this.#sockets.of(personId).filter((other) => other !== socket)
    if (others.length > 0 || !this.#roster.find(personId)) return null
    const inPocket = hidden && code !== CLOSE.pageClosed
    const graceMs = inPocket ? TIMINGS.hiddenGraceMs : TIMINGS.offlineGraceMs
    this.#roster.noteDropped(personId, now, graceMs)
    return now + graceMs
  }

  #closeOldest(personId: string): void {
    const sockets = this.#sockets.of(personId)
    for (const socket of sockets.slice(0, sockets.length - LIMITS.socketsPerPerson + 1)) {
      socket.close(CLOSE.tooManySockets, 'tooManySockets')
    }
  }

  #sendSnapshot(socket: WebSocket, you: RosterPerson, now: number): void {
    const people = this.#roster.list(LIMITS.peoplePerSnapshot)
    sendTo([socket], {
      type: 'snapshot',
      epoch: this.#feed.epoch,
      number: this.#feed.number,
      you: toOwnPerson(you, this.#presence.isOnline(you, now)),
      people: people.map((person) => toPublicPerson(person, this.#presence.isOnline(person, now))),
      conversations: this.#chatLog.summaries(you.id),
      leavingEndsAt: you.leavingEndsAt,
    })
  }
}

function switchProtocols(client: WebSocket): Response {
  const headers = { 'Sec-WebSocket-Protocol': SUBPROTOCOL }
  return new Response(null, { status: 101, webSocket: client, headers })
}

/** A browser sees only 1006 for a refused upgrade, so this one is accepted and closed with its code. */
function refuseUpgrade(reason: CloseName): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(CLOSE[reason], reason)
  return switchProtocols(client)
}
