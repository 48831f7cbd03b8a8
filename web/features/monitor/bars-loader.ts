import type { AdminBar } from '#contract/admin-bar.ts'
import { Store } from '#web/socket/store.ts'

export interface BarsState {
  /** Newest first; null until the first page has loaded. */
  bars: readonly AdminBar[] | null
  /** On the server, loaded or not. */
  total: number
  isLoading: boolean
  /** The last load failed; older data stays. */
  hasFailed: boolean
}

const NOTHING_YET: BarsState = { bars: null, total: 0, isLoading: false, hasFailed: false }

type FetchPage = (
  after: string | undefined,
) => Promise<{ bars: AdminBar[]; total: number; next: string | null }>

/** The first load shows each page as it arrives. A reload replaces the complete list. */
export class BarsLoader {
  /** False: the first page is enough, because nobody looks at the list. */
  loadsAll = false
  readonly store = new Store<BarsState, Partial<BarsState>>(NOTHING_YET, (state, change) => ({
    ...state,
    ...change,
  }))
  readonly #fetchPage: FetchPage
  #loading: Promise<void> | null = null

  constructor(fetchPage: FetchPage) {
    this.#fetchPage = fetchPage
  }

  /** Rejects on failure. Concurrent callers share one load. */
  load(): Promise<void> {
    this.#loading ??= this.#loadOnce()
    return this.#loading
  }

  /** Shares no load that began earlier: its answer may be stale. */
  async loadAnew(): Promise<void> {
    await this.#loading?.catch(() => {})
    await this.load()
  }

  async #loadOnce(): Promise<void> {
    this.store.dispatch({ isLoading: true })
    try {
      await this.#loadAll()
      this.store.dispatch({ isLoading: false, hasFailed: false })
    } catch (error) {
      this.store.dispatch({ isLoading: false, hasFailed: true })
      throw error
    } finally {
      this.#loading = null
    }
  }

  async #loadAll(): Promise<void> {
    const isFirst = this.store.getState().bars === null
    const loaded: AdminBar[] = []
    let after: string | undefined
    do {
      const { bars, total, next } = await this.#fetchPage(after)
      loaded.push(...bars)
      after = next ?? undefined
      if (isFirst || !after) this.store.dispatch({ bars: [...loaded], total })
    } while (after && this.loadsAll)
  }
}
