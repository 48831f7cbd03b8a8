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
import { monitorTexts } from '#contract/texts/monitor.ts'
import { TIMINGS } from '#contract/timings.ts'
import { saysSignedOut, sessionPrompt } from '#web/api/admin-call.ts'
import { call } from '#web/api/call.ts'
import { showToast, toastStore } from '#web/ui/toast/show-toast.ts'
import { useRetries } from '#web/ui/use-retries.ts'
import { ArrivalToasts } from './arrival-toasts.ts'
import { BarsLoader } from './bars-loader.ts'
import type { MonitorConnection, MonitorIncident } from './monitor-connection.ts'
import type { LastMoves } from './overview/last-moves.ts'
import { withMoves } from './overview/last-moves.ts'
import { hasOverview } from './overview/order-bars.ts'
import { ShownBars } from './shown-bars.ts'

export interface MonitorOptions {
  connect: () => MonitorConnection
  fetchBars: ConstructorParameters<typeof BarsLoader>[0]
  /** False until the server has confirmed the session. */
  isConfirmed: boolean
  isLoggingOut: boolean
  /** A board with more bars than it opens opens these and those on the screen alone. */
  opensShownOnly: boolean
  unfolded: readonly string[]
}

export function useMonitor(options: MonitorOptions) {
  const { connect, fetchBars, isConfirmed, isLoggingOut, opensShownOnly, unfolded } = options
  const [{ connection, loader, toasts }] = useState(() => ({
    connection: connect(),
    loader: new BarsLoader(fetchBars),
    toasts: new ArrivalToasts({
      show: showToast,
      update: (id, words) => toastStore.update(id, words),
    }),
  }))
  const monitor = useSyncExternalStore(connection.store.subscribe, connection.store.getState)
  const bars = useSyncExternalStore(loader.store.subscribe, loader.store.getState)
  const [shown, setShown] = useState<readonly string[]>([])
  const [shownBars] = useState(() => new ShownBars(setShown))
  const observe = useCallback(
    (element: Element, barId: string) => shownBars.observe(element, barId),
    [shownBars],
  )
  const [isReloading, setIsReloading] = useState(false)
  const [moves, setMoves] = useState<LastMoves>(new Map())

  async function loadBars(isStale = false): Promise<void> {
    try {
      await (isStale ? loader.loadAnew() : loader.load())
    } catch (error) {
      // The board's connection handles an ended session.
      // Without a network the banner says it.
      if (saysSignedOut(error) || !navigator.onLine) return
      const { barsFailed: title, barsFailedDetail: description } = monitorTexts
      showToast({ title, description, tone: 'destructive' })
    }
  }

  async function refreshPeople(): Promise<void> {
    setIsReloading(true)
    await connection.refresh()
    setIsReloading(false)
  }

  async function resume(): Promise<void> {
    try {
      // A socket may say so late: after another call has led to a login.
      await sessionPrompt.run(requireSignedIn)
    } catch (error) {
      if (saysSignedOut(error)) return
      // Without an answer the board asks again by itself.
    }
    begin()
  }

  const begin = useEffectEvent(() => {
    connection.start()
    void loadBars()
  })
  const handleIncident = useEffectEvent((incident: MonitorIncident) => {
    switch (incident.type) {
      case 'arrivals': {
        const known = loader.store.getState().bars ?? []
        const named = known.map(({ id, name }) => [id, name] as const)
        // The others have their line.
        const told = hasOverview(known.length)
          ? named.filter(([id]) => unfolded.includes(id))
          : named
        toasts.show(incident.arrivals, new Map(told), known.length > 1)
        setMoves((before) => withMoves(before, incident.arrivals, Date.now()))
        return
      }
      case 'barListChanged':
        void loadBars(true)
        return
      case 'loadFailed': {
        if (!navigator.onLine) return
        const { dataFailed: title, dataFailedDetail: description } = monitorTexts
        showToast({ title, description, tone: 'destructive' })
        return
      }
      case 'signedOut':
        if (!isLoggingOut) void resume()
        return
    }
  })

  useEffect(() => () => toasts.end(), [toasts])
  const isLive = monitor.status === 'live'
  useRetries(bars.hasFailed && !bars.bars, () => {
    loader.load().catch(() => undefined)
  })
  useEffect(() => {
    if (!isLive) return
    // A board before a quiet bar asks for nothing, and is used all the same.
    const use = () => void call(ADMIN_ENDPOINTS.readSession, {}).catch(() => undefined)
    const timer = setInterval(use, TIMINGS.adminSessionNotedEveryMs)
    return () => clearInterval(timer)
  }, [isLive])
  const watched = useMemo(() => {
    // A bar that has gone is on the screen until it is drawn anew.
    const known = new Set(bars.bars?.map(({ id }) => id))
    const wanted = [...unfolded, ...shown].filter((barId) => known.has(barId))
    const isEvery = !opensShownOnly || known.size <= LIMITS.boardSections
    const all = new Set([...wanted, ...(isEvery ? known : [])])
    return [...all].slice(0, LIMITS.boardSections)
  }, [shown, unfolded, opensShownOnly, bars.bars])
  useEffect(() => connection.show(watched), [connection, watched])
  useEffect(() => connection.onIncident((incident) => handleIncident(incident)), [connection])
  useEffect(() => {
    if (!isConfirmed) return
    begin()
    return () => connection.stop()
  }, [connection, isConfirmed])

  return {
    connection,
    monitor,
    bars,
    moves,
    /** The bars that calls and reports come from. */
    watched,
    observe,
    isRefreshing: bars.isLoading || isReloading,
    isReloading,
    refresh: async () => {
      await Promise.all([loadBars(), refreshPeople()])
    },
    refreshPeople,
    reloadBars: () => loadBars(true),
  }
}

/** Throws `unauthenticated` if nobody is. */
async function requireSignedIn(): Promise<void> {
  const { user } = await call(ADMIN_ENDPOINTS.readSession, {})
  if (!user) throw new CodedError('unauthenticated')
}
