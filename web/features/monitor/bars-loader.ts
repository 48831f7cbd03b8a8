import type { AdminBar } from '#contract/admin-bar.ts'
import { Store } from '#web/ui/cell.ts'

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

/** The first load shows each page as it arrives. A reload replaces the list once it has all of it. */
export class BarsLoader {
  readonly store = new Store<BarsState, Partial<BarsState>>(NOTHING_YET, (state, change) => ({
    ...state,
    ...change,
  }))
  readonly #fetchPage: FetchPage
  #loading: Promise<void> | null = null
  #loadingAnew: Promise<void> | null = null
  #wishes = 0

  constructor(fetchPage: FetchPage) {
    this.#fetchPage = fetchPage
  }

  /** Until the returned function is called, every page is loaded. Otherwise a list that is not whole gets its first page. */
  wantAll(): () => void {
    this.#wishes += 1
    return () => {
      this.#wishes -= 1
    }
  }

  /** Rejects on failure. Concurrent callers share one load. */
  load(): Promise<void> {
    this.#loading ??= this.#loadOnce()
    return this.#loading
  }

  /** Shares no load that began earlier: its answer may be stale. */
  loadAnew(): Promise<void> {
    this.#loadingAnew ??= this.#loadAnewOnce()
    return this.#loadingAnew
  }

  async #loadAnewOnce(): Promise<void> {
    await this.#loading?.catch(() => {})
    this.#loadingAnew = null
    await this.load()
  }

  async #loadOnce(): Promise<void> {
    this.store.dispatch({ isLoading: true })
    try {
      await this.#loadPages()
      this.store.dispatch({ isLoading: false, hasFailed: false })
    } catch (error) {
      this.store.dispatch({ isLoading: false, hasFailed: true })
      throw error
    } finally {
      this.#loading = null
    }
  }

  async #loadPages(): Promise<void> {
    const { bars: known, total: knownTotal } = this.store.read()
    const wasWhole = known !== null && known.length >= knownTotal
    const loaded: AdminBar[] = []
    let after: string | undefined
    let isDone = false
    while (!isDone) {
      const { bars, total, next } = await this.#fetchPage(after)
      loaded.push(...bars)
      after = next ?? undefined
      isDone = !after || !(wasWhole || this.#wishes > 0)
      if (!known || isDone) this.store.dispatch({ bars: [...loaded], total })
    }
  }
}
