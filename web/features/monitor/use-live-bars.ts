import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { saysSignedOut, sessionPrompt } from '#web/api/admin-call.ts'
import { call } from '#web/api/call.ts'
import { useRetries } from '#web/ui/use-retries.ts'
import { BarsLoader } from './bars-loader.ts'
import type { MonitorIncident } from './live-board.ts'
import type { MonitorConnection } from './monitor-connection.ts'
import { hasOverview } from './overview/order-bars.ts'
import { ShownBars } from './shown-bars.ts'
import { useViewChoices } from './use-view-choices.ts'

export interface LiveBarsOptions {
  connect: () => MonitorConnection
  fetchBars: ConstructorParameters<typeof BarsLoader>[0]
  /** False until the server has confirmed the session. */
  isConfirmed: boolean
  isLoggingOut: boolean
  /** An account with more bars than a page opens opens these, those on the screen and those with calls. */
  opensShownOnly: boolean
}

/** The bars of an account and their live connection: one for all pages behind the login. */
export interface LiveBars {
  connection: MonitorConnection
  loader: BarsLoader
  /** The bars that calls and reports come from. */
  watched: readonly string[]
  /** Tells when the row of a bar is on the screen. */
  observe: (element: Element, barId: string) => () => void
  /** Starts again after the session has ended, with a login where nobody is signed in. */
  resume: () => Promise<void>
}

export function useLiveBars(options: LiveBarsOptions): LiveBars {
  const { connect, fetchBars, isConfirmed, isLoggingOut, opensShownOnly } = options
  const [{ connection, loader }] = useState(() => ({
    connection: connect(),
    loader: new BarsLoader(fetchBars),
  }))
  const { bars, total, hasFailed } = useSyncExternalStore(loader.store.subscribe, loader.store.read)
  const isLive = useSyncExternalStore(
    connection.store.subscribe,
    () => connection.store.read().status === 'live',
  )
  const calling = useSyncExternalStore(
    connection.store.subscribe,
    () => connection.store.read().calling,
  )
  const { unfolded } = useViewChoices()
  const [shown, setShown] = useState<readonly string[]>([])
  const [shownBars] = useState(() => new ShownBars(setShown))
  const observe = useCallback(
    (element: Element, barId: string) => shownBars.observe(element, barId),
    [shownBars],
  )

  /** A board that is open says what failed. */
  const load = () => loader.load().catch(() => undefined)

  // State, so that a login to another account, which has its own component, starts nothing here.
  const [hasEnded, setHasEnded] = useState(false)
  const resume = useCallback(async () => {
    try {
      // A socket may say so late: after another call has led to a login.
      await sessionPrompt.run(requireSignedIn)
    } catch (error) {
      if (saysSignedOut(error)) return
      // The network failed: the connection asks again by itself.
    }
    setHasEnded(false)
  }, [])

  const begin = useEffectEvent(() => {
    connection.start()
    void load()
  })
  const handleIncident = useEffectEvent(({ type }: MonitorIncident) => {
    if (type === 'barListChanged') loader.loadAnew().catch(() => undefined)
    if (type === 'signedOut') {
      setHasEnded(true)
      if (!isLoggingOut) void resume()
    }
  })

  useRetries(hasFailed && !hasEnded, load)
  useEffect(() => {
    if (!isLive) return
    // A page that hears of a quiet bar asks for nothing, and is used all the same.
    const use = () => void call(ADMIN_ENDPOINTS.readSession, {}).catch(() => undefined)
    const timer = setInterval(use, TIMINGS.adminSessionNotedEveryMs)
    return () => clearInterval(timer)
  }, [isLive])
  const watched = useMemo(() => {
    // The row of a deleted bar stays on the screen until the next render.
    const known = new Set(bars?.map(({ id }) => id))
    const wanted = [...unfolded, ...shown].filter((barId) => known.has(barId))
    const isEvery = !opensShownOnly || known.size <= LIMITS.boardSections
    const all = new Set([...calling, ...wanted, ...(isEvery ? known : [])])
    return [...all].slice(0, connection.mostSections)
  }, [connection, calling, shown, unfolded, opensShownOnly, bars])
  const isUnnamed = bars !== null && calling.some((barId) => bars.every(({ id }) => id !== barId))
  useEffect(() => {
    if (!isUnnamed) return
    // A card of a call names its bar, which may be on a page that is not loaded.
    const stopWanting = loader.wantAll()
    // A load that is ending does not see the wish.
    loader.loadAnew().catch(() => undefined)
    return stopWanting
  }, [isUnnamed, loader])
  const folded = useMemo(
    () => (hasOverview(total) ? watched.filter((barId) => !unfolded.includes(barId)) : []),
    [watched, unfolded, total],
  )
  useEffect(() => connection.show(watched, folded), [connection, watched, folded])
  useEffect(() => connection.onIncident((incident) => handleIncident(incident)), [connection])
  useEffect(() => {
    if (isConfirmed && !hasEnded) begin()
  }, [isConfirmed, hasEnded])
  useEffect(() => () => connection.stop(), [connection])
  return useMemo(
    () => ({ connection, loader, watched, observe, resume }),
    [connection, loader, watched, observe, resume],
  )
}

/** Throws `unauthenticated` if nobody is. */
async function requireSignedIn(): Promise<void> {
  const { user } = await call(ADMIN_ENDPOINTS.readSession, {})
  if (!user) throw new CodedError('unauthenticated')
}
