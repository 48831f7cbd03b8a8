import type { BarProfile } from '#worker/db/bar-profiles.ts'
import { log } from '#worker/log.ts'
import type { Copied } from './copied.ts'
import type { Roster } from './roster.ts'
import type { RosterPerson } from './roster-person.ts'

const RETRY_FIRST_MS = 5_000
const RETRY_LAST_MS = 60_000

/** Where the copy goes. */
export interface CopyTarget {
  /** Puts the bar on the monitor's list, or takes it off when nobody is left. Safe to repeat. */
  list(barId: string, hasPeople: boolean): Promise<void>
  save(profile: BarProfile): Promise<void>
  remove(barId: string, personId: string): Promise<void>
  /** Ids and revisions of what the copy holds of a bar. */
  revisions(barId: string): Promise<ReadonlyMap<string, number>>
}

/**
 * Brings the copy of the people in D1 up to date, one person at a time, each write showing what the
 * room holds at that moment. What is still to be copied is only remembered while the room is awake;
 * a room that wakes from its alarm and holds something else than was noted compares all revisions once.
 */
export class ProfileCopy {
  readonly #barId: () => string | null
  readonly #roster: Roster
  readonly #target: CopyTarget
  readonly #copied: Pick<Copied, 'comparedAt' | 'note'>
  readonly #due = new Set<string>()
  #comparison: 'none' | 'wanted' | 'done' = 'none'
  /** When all revisions were last compared, in this wake or an earlier one; null for not known. */
  #comparedAt: number | null = null
  /** Whether it is noted what the copy shows. */
  #isNoted = false
  #running = false
  #lastRun: Promise<void> = Promise.resolve()
  #isStopped = false
  #listed: boolean | null = null
  #failures = 0
  #retryAt: number | null = null

  constructor(
    barId: () => string | null,
    roster: Roster,
    target: CopyTarget,
    copied: Pick<Copied, 'comparedAt' | 'note'>,
  ) {
    this.#barId = barId
    this.#roster = roster
    this.#target = target
    this.#copied = copied
  }

  /** When the copy wants to be tried again; null when nothing is due. */
  nextDue(now: number): number | null {
    if (this.#isStopped) return null
    if (this.#running) return now + RETRY_FIRST_MS
    if (this.#due.size === 0 && this.#comparison !== 'wanted') return null
    return this.#retryAt ?? now + RETRY_FIRST_MS
  }

  /** Whether the copy is known to show what the room holds. */
  get isSettled(): boolean {
    return this.#due.size === 0 && !this.#running && this.#comparison !== 'wanted'
  }

  /** Marks a person as changed. The copy itself happens in `run`. */
  mark(personId: string): void {
    this.#isNoted = false
    this.#due.add(personId)
  }

  /** Has the next run find what an earlier wake left uncopied, if it may have. Once a wake is enough. */
  wantComparison(now: number): void {
    if (this.#comparison !== 'none') return
    this.#comparedAt = this.#barId() === null ? null : this.#copied.comparedAt(now)
    this.#isNoted = this.#comparedAt !== null
    this.#comparison = this.#isNoted ? 'done' : 'wanted'
  }

  /** Notes what the copy shows, where it is known to show what the room holds. */
  noteSettled(now: number): void {
    if (this.#isNoted || !this.isSettled || this.#comparedAt === null) return
    this.#isNoted = this.#copied.note(this.#comparedAt, now)
  }

  /** Copies what is due. Never throws: chat and presence do not depend on D1. */
  async run(now: number): Promise<void> {
    const barId = this.#barId()
    if (this.#running || this.#isStopped || !barId || (this.#retryAt ?? 0) > now) return
    this.#lastRun = this.#copyAll(barId)
    await this.#lastRun
  }

  /** Resolves when nothing is being copied, and nothing will be any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#lastRun
  }

  async #copyAll(barId: string): Promise<void> {
    this.#running = true
    try {
      while (!this.#isStopped && (this.#due.size > 0 || this.#comparison === 'wanted')) {
        if (this.#comparison === 'wanted') await this.#compare(barId)
        await this.#listBar(barId)
        for (const personId of this.#due) {
          if (this.#isStopped) return
          await this.#copyOne(barId, personId)
        }
      }
      this.#failures = 0
      this.#retryAt = null
    } catch (error) {
      this.#failures += 1
      // What failed may still arrive, and later than what was asked after it.
      this.#comparison = 'wanted'
      this.#retryAt =
        Date.now() + Math.min(RETRY_FIRST_MS * 2 ** (this.#failures - 1), RETRY_LAST_MS)
      log('profile_copy_failed', { barId, error })
    } finally {
      this.#running = false
    }
  }

  async #compare(barId: string): Promise<void> {
    const copied = await this.#target.revisions(barId)
    const held = this.#roster.revisions()
    for (const [personId, revision] of held) {
      if (copied.get(personId) !== revision) this.mark(personId)
    }
    for (const personId of copied.keys()) if (!held.has(personId)) this.mark(personId)
    this.#comparison = 'done'
    this.#comparedAt = Date.now()
    this.#isNoted = false
  }

  // Before the copy, so that a copy that is complete says that the list is right too.
  async #listBar(barId: string): Promise<void> {
    const hasPeople = !this.#roster.isEmpty()
    if (this.#listed === hasPeople) return
    await this.#target.list(barId, hasPeople)
    this.#listed = hasPeople
  }

  async #copyOne(barId: string, personId: string): Promise<void> {
    const person = this.#roster.find(personId)
    if (person) await this.#target.save(toBarProfile(barId, person))
    else await this.#target.remove(barId, personId)
    const now = this.#roster.find(personId)
    if (now?.revision === person?.revision) this.#due.delete(personId)
  }
}

function toBarProfile(barId: string, person: RosterPerson): BarProfile {
  const { id, name, phone, photo, table, revision, enteredAt } = person
  // The column takes one of three; who shows none counts as the form's default.
  const interest = person.showsInterest ? person.interest : 'all'
  return { barId, id, name, phone, photo, interest, table, revision, createdAt: enteredAt }
}
