import type { BoardFrame } from '#contract/board.ts'
import type {
  BoardHelp,
  HelpAnswer,
  HelpEnd,
  HelpRank,
  HelpRequest,
  OwnHelp,
} from '#contract/help.ts'
import { compareCalls } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { CALLS_PUSHED_AGAIN_MS } from '#worker/room/board/call-pushes.ts'
import type { AfterCommit } from '#worker/room/effects.ts'
import type { People, Person } from '#worker/room/people/people.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Refused } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import type { HelpCall, HelpCalls } from './help-calls.ts'
import type { StaffRanks } from './staff-ranks.ts'

interface Parts {
  file: RoomFile
  people: People
  staffRanks: StaffRanks
  rateLimits: RateLimits
  after: AfterCommit
  wakeBy: (at: number) => void
}

type Asked = { ok: true; help: OwnHelp | null }

/**
 * Calls for help: one a person, for the bar's boards and that person alone. `isSeen` is what a board's
 * page has answered for this very call; nothing else makes it true, an open socket least of all. A
 * withdrawn call stays until the staff close it: another hand may have withdrawn it. Rank and fold are
 * those of the moment of the call, so that no card moves, and no flood rises by waiting. A call rings the
 * phones of the staff at once, except that newcomers' calls share one ring a minute: anybody can make profiles.
 */
export class Help {
  readonly #calls: HelpCalls
  readonly #parts: Parts

  constructor(calls: HelpCalls, parts: Parts) {
    this.#calls = calls
    this.#parts = parts
  }

  /** Writes one row. While a call is open, another one is answered with it. */
  call(person: Person, { id, kind }: HelpRequest, now: number): Asked | Refused {
    const known = this.#calls.find(person.id)
    if (known && (known.id === id || isOpen(known))) {
      return { ok: true, help: toOwn(known, now) }
    }
    if (!this.#parts.rateLimits.take('changes', person.id, now)) return refuse('rate_limited')
    // The alarm may be late: this call must not put off those that waited.
    this.remind(now)
    const wasNotified =
      known?.state === 'withdrawn' && now - known.staffNotifiedAt < TIMINGS.helpNotifiesStaffEveryMs
    const rank = this.#parts.staffRanks.rankOf(person, now)
    const isHeld = rank !== 'known' && this.#newcomersRingAt(now) > now
    const rungAt = isHeld ? 0 : now
    const staffNotifiedAt = wasNotified ? known.staffNotifiedAt : rungAt
    const row: HelpCall = {
      personId: person.id,
      id,
      kind,
      state: 'open' as const,
      rank,
      isFolded: this.#isBeyondCards(person, rank),
      isSeen: false,
      calledAt: now,
      staffNotifiedAt,
      helper: null,
    }
    this.#calls.put(row)
    this.#publish(row, now)
    this.#tellMonitor(now)
    if (!wasNotified && !isHeld) this.#notifyStaff([row], now)
    this.#parts.wakeBy(this.#ringsAt(row, now))
    return { ok: true, help: toOwn(row, now) }
  }

  /** "Já estou bem"; of a resolved call: it was read. */
  withdraw(person: Person, id: string, now: number): Asked | Refused {
    const known = this.#calls.find(person.id)
    if (!known || known.id !== id || known.state === 'withdrawn') {
      return { ok: true, help: known && toOwn(known, now) }
    }
    if (!this.#parts.rateLimits.take('changes', person.id, now)) return refuse('rate_limited')
    if (known.state === 'resolved') {
      this.#calls.erase(person.id)
      this.#sendToPerson(person.id, null)
      return { ok: true, help: null }
    }
    this.#publish(this.#calls.put({ ...known, state: 'withdrawn' }), now)
    return { ok: true, help: null }
  }

  /** A visible board shows these calls and rings. Writes a row for each that nobody had seen. */
  noteShown(ids: readonly string[], now: number): void {
    const seen = this.#calls
      .list()
      .filter(({ id, state, isSeen }) => state === 'open' && !isSeen && ids.includes(id))
    for (const row of seen) {
      this.#sendToPerson(row.personId, toOwn(this.#calls.put({ ...row, isSeen: true }), now))
    }
    if (seen.length === 0) return
    this.#sendToBoards({ type: 'helpSeen', ids: seen.map(({ id }) => id) })
  }

  /**
   * Notifies phones of newcomers' calls that have waited, and once more of calls that nobody has answered.
   * Returns when the next one is due.
   */
  remind(now: number): number | null {
    const due = this.#waiting().filter((row) => this.#ringsAt(row, now) <= now)
    for (const row of due) this.#calls.put({ ...row, staffNotifiedAt: now })
    if (due.length > 0) this.#notifyStaff(due, now)
    const later = this.#waiting().map((row) => this.#ringsAt(row, now))
    return later.length > 0 ? Math.min(...later) : null
  }

  /** The first socket of this visit joins: from now on the call ranks as a newcomer's. */
  noteJoined(person: Person, now: number): void {
    const known = this.#calls.find(person.id)
    if (known?.rank !== 'unjoined') return
    this.#calls.put({ ...known, rank: 'new', isFolded: this.#isBeyondCards(person, 'new') })
    this.sendAgain(person.id, now)
  }

  /**
   * Stores an answer of the staff. Repeated, it changes nothing; a withdrawn call that was closed is
   * `not_found`. `help` is the call for their board, null if it is closed.
   */
  answer(
    personId: string,
    id: string,
    answer: HelpAnswer,
    helper: string | null,
    now: number,
  ): { ok: true; help: BoardHelp | null } | Refused {
    const known = this.#calls.find(personId)
    if (!known || known.id !== id) return refuse('not_found')
    const row = this.#answered(known, answer, helper)
    if (row !== known) {
      this.#publish(row, now)
      this.#tellMonitor(now)
    }
    return { ok: true, help: this.#toBoard(row, now) }
  }

  /** Null: none, or one that the person has withdrawn. */
  of(personId: string, now: number): OwnHelp | null {
    const known = this.#calls.find(personId)
    return known && toOwn(known, now)
  }

  /** Lists the calls for a board that opens, in its order. */
  forBoard(now: number): BoardHelp[] {
    const calls = this.#calls.list().sort(compareCalls)
    return calls.flatMap((call) => this.#toBoard(call, now) ?? [])
  }

  /** A profile was edited: the boards show its name and table. */
  sendAgain(personId: string, now: number): void {
    const known = this.#calls.find(personId)
    const help = known && this.#toBoard(known, now)
    if (help) this.#sendToBoards({ type: 'help', help })
  }

  /** Call when the visit ends, before its person is erased. */
  erase(personId: string): void {
    const known = this.#calls.find(personId)
    if (!known) return
    this.#calls.erase(personId)
    this.#sendEnd(known, 'visitEnded')
    const person = this.#parts.people.find(personId)
    if (person && !known.isFolded) this.#unfoldOldest(person, known.rank)
    this.#tellMonitor(Date.now())
  }

  /** Calls whose ring, or whose second one, is still to come. */
  #waiting(): HelpCall[] {
    return this.#calls
      .list()
      .filter(({ state }) => state === 'open')
      .filter((row) => row.staffNotifiedAt < row.calledAt + TIMINGS.helpUnansweredMs)
  }

  #ringsAt({ calledAt, staffNotifiedAt, rank }: HelpCall, now: number): number {
    const at = staffNotifiedAt === 0 ? 0 : calledAt + TIMINGS.helpUnansweredMs
    return rank === 'known' ? at : Math.max(at, this.#newcomersRingAt(now))
  }

  /** Holds nothing where the clock went back. */
  #newcomersRingAt(now: number): number {
    const { newCallsNotifiedAt } = this.#parts.file
    return newCallsNotifiedAt > now ? 0 : newCallsNotifiedAt + TIMINGS.newcomersRingEveryMs
  }

  /** Names the call if it is the only open one. The notice's button could not say which of several it answers. */
  #notifyStaff(ringing: readonly HelpCall[], now: number): void {
    if (ringing.some(({ rank }) => rank !== 'known')) this.#parts.file.setNewCallsNotifiedAt(now)
    const open = this.#calls.list().filter(({ state }) => state === 'open')
    const [{ id, personId } = { id: '', personId: '' }] = open
    const call = open.length === 1 ? { id, personId } : null
    this.#parts.after({ kind: 'notifyStaff', about: 'help', call })
  }

  /** The alarm repeats what the process does not live to send. */
  #tellMonitor(now: number): void {
    this.#parts.wakeBy(now + CALLS_PUSHED_AGAIN_MS)
    this.#parts.after({ kind: 'callsChanged' })
  }

  #answered(known: HelpCall, answer: HelpAnswer, helper: string | null): HelpCall {
    const { state } = known
    if (state === 'resolved' || state === answer) return known
    if (state === 'withdrawn') {
      if (answer === 'coming') return known
      this.#calls.erase(known.personId)
      return { ...known, state: 'resolved' }
    }
    return this.#calls.put({ ...known, state: answer, isSeen: true, helper })
  }

  /** Whether newcomers of this network, or of the /48 around it, have all the cards of this rank that they get. */
  #isBeyondCards({ id, network, wideNetwork }: Person, rank: HelpRank): boolean {
    if (rank === 'known') return false
    const cards = this.#calls
      .list()
      .filter((row) => row.personId !== id && row.rank === rank && !row.isFolded)
      .filter(({ state }) => state !== 'resolved')
      .flatMap(({ personId }) => this.#parts.people.find(personId) ?? [])
    const own = cards.filter((one) => one.network === network).length
    const wide = cards.filter(
      (one) => wideNetwork !== null && one.wideNetwork === wideNetwork,
    ).length
    const { helpCardsPerNetwork: most, wideNetworkTimes } = LIMITS
    return own >= most || wide >= most * wideNetworkTimes
  }

  /** The card of a visit that has ended is for the call of its network that has waited longest in a line. */
  #unfoldOldest({ network, wideNetwork }: Person, rank: HelpRank): void {
    const next = this.#calls
      .list()
      .filter((row) => row.isFolded && row.rank === rank && isOpen(row))
      .sort((one, other) => one.calledAt - other.calledAt)
      .find(({ personId }) => {
        const one = this.#parts.people.find(personId)
        const isNear =
          one?.network === network || (wideNetwork !== null && one?.wideNetwork === wideNetwork)
        return one && isNear && !this.#isBeyondCards(one, rank)
      })
    if (!next) return
    this.#calls.put({ ...next, isFolded: false })
    this.sendAgain(next.personId, Date.now())
  }

  #publish(row: HelpCall, now: number): void {
    const help = this.#toBoard(row, now)
    this.#sendToPerson(row.personId, toOwn(row, now))
    if (help) this.#sendToBoards({ type: 'help', help })
    else this.#sendEnd(row, 'resolved')
  }

  #sendToPerson(personId: string, help: OwnHelp | null): void {
    this.#parts.after({ kind: 'send', personId, message: { type: 'help', help } })
  }

  #sendToBoards(frame: BoardFrame): void {
    this.#parts.after({ kind: 'sendToBoards', frame })
  }

  #sendEnd({ personId, id }: HelpCall, why: HelpEnd): void {
    this.#sendToBoards({ type: 'helpEnded', personId, id, why })
  }

  #toBoard(row: HelpCall, now: number): BoardHelp | null {
    const { personId, id, kind, state, rank, isFolded, isSeen, helper, calledAt } = row
    const person = this.#parts.people.find(personId)
    if (!person || state === 'resolved') return null
    const { name, table, photo } = person
    const ageMs = now - calledAt
    const card = { id, kind, state, rank, isFolded, isSeen, helper }
    return { ...card, personId, name, table, photo, ageMs }
  }
}

function isOpen({ state }: HelpCall): boolean {
  return state === 'open' || state === 'coming'
}

function toOwn({ id, kind, state, isSeen, calledAt }: HelpCall, now: number): OwnHelp | null {
  if (state === 'withdrawn') return null
  return { id, kind, state, isSeen, ageMs: now - calledAt }
}
