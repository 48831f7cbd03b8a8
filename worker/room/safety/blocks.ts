import type { Block } from '#contract/blocks.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AfterCommit } from '#worker/room/effects.ts'
import type { People, Person } from '#worker/room/people/people.ts'
import type { IsHidden } from '#worker/room/people/people-index.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Refused } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** `isOwn`: this side made the block. `personId` and `name` are of the other side, as they were then. */
type BlockRow = {
  other: string
  isOwn: number
  personId: string
  name: string
  blockedAt: number
  isTold: number
}

interface Parts {
  people: People
  haveTalked: (one: string, other: string) => boolean
  rateLimits: RateLimits
  after: AfterCommit
  wakeBy: (at: number) => void
}

export type BlockedPerson = Pick<Person, 'id' | 'mark' | 'name'>

interface Cached {
  isEmpty: boolean
  /** Whether `byMark` has everybody's. */
  isWhole: boolean
  byMark: Map<string, ReadonlySet<string>>
}

/**
 * Tonight's blocks. A block keeps two browsers, by their marks, from seeing each other under any profile.
 * It has a row for each side, so that one side's blocks are found by its mark. The row of the blocked
 * side names the blocker too: an answer must not depend on whether the blocker is still here. The
 * blocked side hears of a block only where there was a conversation to end.
 */
export class Blocks {
  readonly #storage: RoomStorage
  readonly #parts: Parts
  readonly #cached: () => Cached

  constructor(storage: RoomStorage, parts: Parts) {
    this.#storage = storage
    this.#parts = parts
    this.#cached = storage.cache(() => ({
      isEmpty: storage.sql`SELECT 1 FROM blocks LIMIT 1`.length === 0,
      isWhole: false,
      byMark: new Map(),
    }))
  }

  /** Reads all blocks. Call before a change: a read after its commit could fail. */
  load(): void {
    const cached = this.#cached()
    if (cached.isWhole || cached.isEmpty) return
    const byMark = new Map<string, Set<string>>()
    for (const { mark, other } of this.#storage.sql<{ mark: string; other: string }>`
      SELECT mark, other FROM blocks`) {
      byMark.set(mark, (byMark.get(mark) ?? new Set()).add(other))
    }
    cached.byMark = byMark
    cached.isWhole = true
  }

  /** The marks whose people neither see nor reach those of this mark. */
  of(mark: string): ReadonlySet<string> {
    const { isEmpty, isWhole, byMark } = this.#cached()
    if (isEmpty) return NOBODY
    const known = byMark.get(mark)
    if (known || isWhole) return known ?? NOBODY
    const others = new Set(this.#rowsOf(mark).map(({ other }) => other))
    byMark.set(mark, others)
    return others
  }

  /** Whether one of the two has blocked the other. */
  isBetween({ mark }: Person, otherId: string): boolean {
    const others = this.of(mark)
    if (others.size === 0) return false
    const other = this.#parts.people.find(otherId)
    return other !== null && others.has(other.mark)
  }

  /** Returns a check for lists: true for people whom this person may not see. */
  hiddenFor(person: Person): IsHidden {
    return (personId) => this.isBetween(person, personId)
  }

  /** Returns '' for a person who is not here. */
  markOf(personId: string): string {
    return this.#parts.people.find(personId)?.mark ?? ''
  }

  /**
   * Ids of the other sides whose conversation has ended, newest first. They stay when the other leaves,
   * so they tell nothing of it.
   */
  endedWith({ mark, enteredAt }: Person): string[] {
    if (this.of(mark).size === 0) return []
    const ids = this.#rowsOf(mark)
      .filter(({ isTold, blockedAt }) => isTold === 1 && enteredAt <= blockedAt)
      .map(({ personId }) => personId)
    return [...new Set(ids)].slice(0, LIMITS.endedConversationsListed)
  }

  /** The own ones, newest first. */
  list({ mark }: Person): Block[] {
    return this.#rowsOf(mark)
      .filter(({ isOwn }) => isOwn === 1)
      .map(({ personId, name, blockedAt }) => ({ personId, name, blockedAt }))
  }

  /** Writes two rows. Repeated, none. */
  block(person: Person, personId: string, now: number): { ok: true } | Refused {
    if (!this.#parts.rateLimits.take('changes', person.id, now)) return refuse('rate_limited')
    const rows = this.#rowsOf(person.mark)
    const own = rows.filter(({ isOwn }) => isOwn === 1)
    if (own.some((row) => row.personId === personId)) return { ok: true }
    const other = this.#findOther(personId, rows)
    if (!other || other.mark === person.mark) return refuse('person_not_found')
    if (own.length >= LIMITS.blocks) return refuse('too_many_blocks')
    this.add(person, other, now)
    return { ok: true }
  }

  /** Ignores the limits. `findOther` finds `other`. */
  add(person: Person, other: BlockedPerson, now: number): void {
    const isNew = !this.of(person.mark).has(other.mark)
    const pairs = this.#pairs(person.mark, other.mark)
    const haveTalked = pairs.some(([one, two]) => this.#parts.haveTalked(one, two))
    this.#add(person.mark, { other, isOwn: 1, isTold: 1 }, now)
    this.#add(other.mark, { other: person, isOwn: 0, isTold: Number(haveTalked) }, now)
    this.#parts.wakeBy(now + TIMINGS.blockMs)
    const marks = isNew && haveTalked ? [person.mark, other.mark] : [person.mark]
    this.#parts.after({ kind: 'blocksChanged', marks })
    for (const [one, two] of pairs) {
      this.#sendEnded(one, two)
      if (isNew && this.#parts.haveTalked(one, two)) this.#sendEnded(two, one)
    }
  }

  /** Finds a person who is here, and one who has blocked this side even after they left. */
  findOther({ mark }: Person, personId: string): BlockedPerson | null {
    return this.#findOther(personId, this.#rowsOf(mark))
  }

  /**
   * `reunited` holds who is told of whom: nobody while the other side's own block lasts, and the other
   * side only of a conversation that goes on.
   */
  unblock(
    person: Person,
    personId: string,
    now: number,
  ): { ok: true; reunited: [viewer: Person, seen: string][] } | Refused {
    if (!this.#parts.rateLimits.take('changes', person.id, now)) return refuse('rate_limited')
    const { mark } = person
    const [removed] = this.#storage.sql<{ other: string }>`
      DELETE FROM blocks WHERE mark = ${mark} AND is_own = 1 AND person_id = ${personId}
      RETURNING other`
    if (!removed) return refuse('person_not_found')
    const { other } = removed
    this.#storage.sql`
      DELETE FROM blocks WHERE mark = ${other} AND other = ${mark} AND is_own = 0`
    this.#changed(mark, other)
    if (this.of(mark).has(other)) return { ok: true, reunited: [] }
    const pairs = this.#pairs(mark, other)
    const told = pairs.filter(([one, two]) => this.#parts.haveTalked(one, two))
    this.#parts.after({ kind: 'blocksChanged', marks: told.length > 0 ? [mark, other] : [mark] })
    const reunited = [...pairs, ...told.map(([one, two]) => [two, one] as const)]
    return {
      ok: true,
      reunited: reunited.map(([viewer, seen]) => [this.#parts.people.get(viewer), seen]),
    }
  }

  eraseUntil(time: number): void {
    const erased = this.#storage.sql<{ mark: string }>`
      DELETE FROM blocks WHERE blocked_at <= ${time} RETURNING mark`
    this.#changed(...erased.map(({ mark }) => mark))
  }

  #findOther(personId: string, rows: readonly BlockRow[]): BlockedPerson | null {
    const known = rows.find((row) => row.personId === personId)
    if (known) return { id: personId, mark: known.other, name: known.name }
    return this.#parts.people.find(personId)
  }

  #rowsOf(mark: string): BlockRow[] {
    return this.#storage.sql<BlockRow>`
      SELECT other, is_own AS isOwn, person_id AS personId, name, blocked_at AS blockedAt,
        is_told AS isTold
      FROM blocks WHERE mark = ${mark} ORDER BY blocked_at DESC, person_id`
  }

  #add(
    mark: string,
    { other, isOwn, isTold }: { other: BlockedPerson; isOwn: number; isTold: number },
    now: number,
  ): void {
    this.#storage.sql`
      INSERT OR REPLACE INTO blocks (mark, other, is_own, person_id, name, blocked_at, is_told)
      VALUES (${mark}, ${other.mark}, ${isOwn}, ${other.id}, ${other.name}, ${now}, ${isTold})`
    this.#changed(mark, other.mark)
  }

  #sendEnded(viewer: string, personId: string): void {
    const message = { type: 'conversationEnded' as const, personId }
    this.#parts.after({ kind: 'send', personId: viewer, message })
  }

  /** Every profile of one side with every one of the other. */
  #pairs(mark: string, other: string): [one: string, two: string][] {
    const { people } = this.#parts
    const others = people.listByMark(other)
    return people
      .listByMark(mark)
      .flatMap((one) => others.map((two): [string, string] => [one, two]))
  }

  #changed(...marks: string[]): void {
    if (marks.length === 0) return
    const cached = this.#cached()
    cached.isEmpty = this.#storage.sql`SELECT 1 FROM blocks LIMIT 1`.length === 0
    for (const mark of marks) {
      cached.byMark.set(mark, new Set(this.#rowsOf(mark).map(({ other }) => other)))
    }
  }
}
