import { LIMITS } from '#contract/limits.ts'
import type { CloseName } from '#contract/protocol.ts'
import { CLOSE, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { toOwnPerson, toPublicPerson } from '#worker/policy/views.ts'
import { readAttachment } from './attachment.ts'
import type { RoomParts } from './parts.ts'
import type { RosterPerson } from './roster.ts'
import { sendTo } from './sockets.ts'
import type { Visit } from './visit.ts'

/** Where sockets come in and go out. */
export class Doorway {
  readonly #parts: RoomParts

  constructor(parts: RoomParts) {
    this.#parts = parts
  }

  /** Answers an upgrade: a snapshot first, or a close code that says why there is none. */
  open(visit: Visit, person: RosterPerson | null, now: number): Response {
    if (!person) return refuseUpgrade('unknownVisit')
    if (this.#parts.sockets.all().length >= LIMITS.socketsPerBar) return refuseUpgrade('barFull')
    this.#closeOldest(person.id)

    const wasOnline = this.#parts.presence.isOnline(person, now)
    const { 0: client, 1: server } = new WebSocketPair()
    const everybodyElse = this.#parts.sockets.all()
    this.#parts.sockets.accept(server, {
      personId: person.id,
      secretHash: visit.secretHash,
      acceptedAt: now,
      hidden: false,
      strikes: 0,
      watchedUntil: this.#parts.reporter.watchedUntil,
    })
    if (!wasOnline && this.#parts.presence.isOnline(person, now)) {
      this.#parts.feed.tell(
        [{ kind: 'presence', personId: person.id, online: true }],
        everybodyElse,
      )
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
    const others = this.#parts.sockets.of(personId).filter((other) => other !== socket)
    if (others.length > 0 || !this.#parts.roster.find(personId)) return null
    const inPocket = hidden && code !== CLOSE.pageClosed
    const graceMs = inPocket ? TIMINGS.hiddenGraceMs : TIMINGS.offlineGraceMs
    this.#parts.roster.noteDropped(personId, now, graceMs)
    return now + graceMs
  }

  #closeOldest(personId: string): void {
    const sockets = this.#parts.sockets.of(personId)
    for (const socket of sockets.slice(0, sockets.length - LIMITS.socketsPerPerson + 1)) {
      socket.close(CLOSE.tooManySockets, 'tooManySockets')
    }
  }

  #sendSnapshot(socket: WebSocket, you: RosterPerson, now: number): void {
    const { roster, presence, feed, chatLog } = this.#parts
    const people = roster.list(LIMITS.peoplePerSnapshot)
    const isOnline = presence.judge(now)
    const devices = new Map(people.map(({ id, takeover }) => [id, takeover?.since ?? null]))
    sendTo([socket], {
      type: 'snapshot',
      epoch: feed.epoch,
      number: feed.number,
      you: toOwnPerson(you, isOnline(you)),
      people: people.map((person) => toPublicPerson(person, isOnline(person))),
      conversations: chatLog.summaries(you.id, you.takeover?.since).map((summary) => ({
        ...summary,
        otherDeviceSince: devices.get(summary.personId) ?? null,
      })),
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
