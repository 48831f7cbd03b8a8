import type { CloseName } from '#contract/protocol.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import type { Chat } from '#worker/room/chat/chat.ts'
import type { Summary } from '#worker/room/chat/conversations.ts'
import type { Person } from '#worker/room/people/people.ts'
import type { PeopleIndex } from '#worker/room/people/people-index.ts'
import type { RoomLimits } from '#worker/room/rate-limits.ts'
import type { Upgrade } from '#worker/room/rpc.ts'
import type { Abuse } from '#worker/room/safety/abuse.ts'
import type { PersonView } from './person-view.ts'
import type { Sockets } from './sockets.ts'
import type { UpgradeLimits } from './upgrade-limits.ts'

interface Parts {
  index: PeopleIndex
  sockets: Sockets
  upgradeLimits: UpgradeLimits
  abuse: Abuse
  limits: RoomLimits
  view: PersonView
  chat: Chat
  wakeBy: (at: number) => void
}

/** The upgrade of a page's socket, and its refusals. */
export class Handshake {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Returns null if admitted. Too many refusals count as abuse. A banned person takes none of the bar's upgrades. */
  check(upgrade: Upgrade, person: Person | null, now: number): CloseName | null {
    const { abuse } = this.#parts
    const { personId } = upgrade.visit
    if (abuse.isBanned(personId, now)) return 'misbehaved'
    const refusal = this.#whyRefused(upgrade, person, now)
    if (!refusal || !abuse.noteRefusedUpgrade(personId, now)) return refusal
    return abuse.count(personId, now) ? 'misbehaved' : refusal
  }

  accept(upgrade: Upgrade, person: Person, summaries: Summary[]): Response {
    const { visit, resume, network, wideNetwork, chat: partnerId } = upgrade
    const { sockets, index, view, chat, wakeBy } = this.#parts
    const now = Date.now()
    // The events would otherwise come before the first frame of this socket.
    view.flushFor(person)
    this.#closeOldest(person.id)
    const { 0: client, 1: server } = new WebSocketPair()
    sockets.accept(server, {
      personId: person.id,
      secretHash: visit.secretHash,
      acceptedAt: now,
      sentAway: index.find(person.id)?.away ?? false,
      network,
      wideNetwork,
    })
    wakeBy(sockets.countsUntil(server))
    try {
      view.sendFirstFrames(server, person, resume, summaries)
      if (partnerId !== null) chat.history(person, server, { personId: partnerId }, now)
    } catch (error) {
      // Others were told that the person is online: the grace of a lost connection makes it true.
      sockets.lose(server)
      throw error
    }
    const headers = { 'Sec-WebSocket-Protocol': SUBPROTOCOL }
    return new Response(null, { status: 101, webSocket: client, headers })
  }

  #whyRefused(upgrade: Upgrade, person: Person | null, now: number): CloseName | null {
    if (!person) return 'unknownVisit'
    return this.#parts.upgradeLimits.whyRefused(person.id, upgrade, now)
  }

  #closeOldest(personId: string): void {
    const { sockets, limits } = this.#parts
    const open = sockets.of(personId)
    const tooMany = Math.max(0, open.length - limits.socketsPerPerson + 1)
    for (const socket of open.slice(0, tooMany)) sockets.close(socket, 'tooManySockets')
  }
}
