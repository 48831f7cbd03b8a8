import type { MonitorBoard } from '#contract/monitor.ts'

export interface BoardPollOptions {
  fetch: (barIds: readonly string[], known: string | null) => Promise<MonitorBoard | null>
  /** The number of the last frame of a bar's section. */
  numberOf: (barId: string) => number
}

export interface PolledBoard extends MonitorBoard {
  /** The list of bars may have some that one no longer sees. */
  isListStale: boolean
}

/** Polls the sections that have no socket, and drops answers that are older than the board. */
export class BoardPoll {
  readonly #options: BoardPollOptions
  /** The tag of the answer that the board still shows. */
  #known: string | null = null
  /** Sections that the last answer said nothing of. */
  #unanswered: ReadonlySet<string> = new Set()
  /** The number of answers that the staff have given from here. */
  #answers = 0

  constructor(options: BoardPollOptions) {
    this.#options = options
  }

  /** The board shows something newer than the last answer. */
  forget(): void {
    this.#known = null
  }

  /** An answer to an earlier question is older than what the staff have just done. */
  noteAnswered(): void {
    this.#answers += 1
  }

  /** Rejects on failure; null: nothing new. `isAnew`: the answer is not compared with the last one. */
  async ask(
    barIds: readonly string[],
    { isAnew = false, signal }: { isAnew?: boolean; signal?: AbortSignal } = {},
  ): Promise<PolledBoard | null> {
    const { fetch, numberOf } = this.#options
    const before = new Map(barIds.map((barId) => [barId, numberOf(barId)]))
    const answers = this.#answers
    const answer = await fetch(barIds, isAnew ? null : this.#known)
    if (!answer || signal?.aborted || answers !== this.#answers) return null
    this.#known = answer.tag
    const isListStale = this.#noteUnanswered(barIds, answer)
    // A frame that a section has had meanwhile is newer.
    const rooms = answer.rooms.filter(({ barId }) => numberOf(barId) === before.get(barId))
    return { ...answer, rooms, isListStale }
  }

  /** True if a further bar is missing. */
  #noteUnanswered(barIds: readonly string[], { rooms }: MonitorBoard): boolean {
    const answered = new Set(rooms.map(({ barId }) => barId))
    const unanswered = new Set(barIds.filter((barId) => !answered.has(barId)))
    const isNew = [...unanswered].some((barId) => !this.#unanswered.has(barId))
    this.#unanswered = unanswered
    return isNew
  }
}
