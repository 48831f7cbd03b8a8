import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { TIMINGS } from '#contract/timings.ts'
import { saysSignedOut } from '#web/api/admin-call.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { MoveToasts } from '#web/ui/toast/grouped-toasts.ts'
import { showToast, toastStore } from '#web/ui/toast/show-toast.ts'
import { ARRIVAL_TEXTS, toNamed } from './arrival-toasts.ts'
import type { MonitorIncident } from './live-board.ts'
import type { LastMoves } from './overview/last-moves.ts'
import { withMoves } from './overview/last-moves.ts'
import { hasOverview } from './overview/order-bars.ts'
import type { LiveBars } from './use-live-bars.ts'

export interface MonitorOptions {
  live: LiveBars
  /** False until the server has confirmed the session. */
  isConfirmed: boolean
  unfolded: readonly string[]
}

/** Prepares the live bars for the board, and toasts their arrivals. */
export function useMonitor({ live, isConfirmed, unfolded }: MonitorOptions) {
  const { connection, loader } = live
  const [toasts] = useState(
    () => new MoveToasts(toastStore, ARRIVAL_TEXTS, TIMINGS.entryToastWindowMs),
  )
  const monitor = useSyncExternalStore(connection.store.subscribe, connection.store.read)
  const bars = useSyncExternalStore(loader.store.subscribe, loader.store.read)
  const [isReloading, setIsReloading] = useState(false)
  const [moves, setMoves] = useState<LastMoves>(new Map())

  async function loadBars(isStale = false): Promise<void> {
    try {
      await (isStale ? loader.loadAnew() : loader.load())
    } catch (error) {
      // The connection handles an ended session.
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

  const handleIncident = useEffectEvent((incident: MonitorIncident) => {
    switch (incident.type) {
      case 'arrivals': {
        const known = loader.store.read().bars ?? []
        const named = known.map(({ id, name }) => [id, name] as const)
        // The others have their line.
        const told = hasOverview(known.length)
          ? named.filter(([id]) => unfolded.includes(id))
          : named
        toasts.show(toNamed(incident.arrivals, new Map(told), known.length > 1))
        setMoves((before) => withMoves(before, incident.arrivals, serverNow()))
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
    }
  })

  useEffect(() => () => toasts.end(), [toasts])
  useEffect(() => connection.onIncident((incident) => handleIncident(incident)), [connection])
  const begin = useEffectEvent(() => void loadBars())
  useEffect(() => {
    if (!isConfirmed) return
    const stopWanting = loader.wantAll()
    begin()
    return stopWanting
  }, [loader, isConfirmed])

  return {
    monitor,
    bars,
    moves,
    isRefreshing: bars.isLoading || isReloading,
    isReloading,
    refresh: async () => {
      await Promise.all([loadBars(), refreshPeople()])
    },
    refreshPeople,
    reloadBars: () => loadBars(true),
  }
}
