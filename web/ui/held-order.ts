import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { Cell } from './cell.ts'
import { onSeenAgain } from './on-visibility.ts'
import { PressGuard } from './press-guard.ts'
import { usePressGuard } from './use-press-guard.ts'

interface HeldState {
  /** How often all lists were renewed. */
  renewals: number
  /** How many new items wait, by list. A list without any is missing. */
  waiting: ReadonlyMap<string, number>
}

/** The lists of a page that keep their order until one press renews them all. */
export class HeldOrders extends Cell<HeldState> {
  readonly #guard: PressGuard

  constructor(guard: PressGuard) {
    super({ renewals: 0, waiting: new Map() })
    this.#guard = guard
  }

  readonly renew = (): void => {
    this.#guard.settle()
    const state = this.read()
    this.set({ ...state, renewals: state.renewals + 1 })
  }

  note(list: string, count: number): void {
    const state = this.read()
    if ((state.waiting.get(list) ?? 0) === count) return
    const waiting = new Map(state.waiting)
    if (count > 0) waiting.set(list, count)
    else waiting.delete(list)
    this.set({ ...state, waiting })
  }
}

const HeldOrdersContext = createContext(new HeldOrders(new PressGuard()))
export const HeldOrdersProvider = HeldOrdersContext.Provider

export function useHeldOrders(): HeldOrders {
  return use(HeldOrdersContext)
}

/** Makes the orders of a page. They are renewed when its tab opens again. */
export function useOwnHeldOrders(): HeldOrders {
  const guard = usePressGuard()
  const [orders] = useState(() => new HeldOrders(guard))
  useEffect(() => onSeenAgain(orders.renew), [orders])
  return orders
}

export interface HeldOptions<T> {
  /** The name of the list. */
  list: string
  idOf: (item: T) => string
  /** An item that is no longer in the list keeps its place as this; null takes it away. */
  toGone: (item: T) => T | null
  /** Another view is drawn in its own order at once: somebody asked for it. */
  view?: string
  /** False while the list is still loading: then it has the new order at once. */
  isHeld?: boolean
  /** False: also the first item waits. */
  fillsEmpty?: boolean
  /** Counts what a new order would bring. By default the new items. */
  countWaiting?: (shown: readonly T[], fresh: readonly T[]) => number
}

const KEYS = ['fresh', 'renewals', 'view', 'isHeld', 'shown'] as const

/**
 * Nothing that can be pressed moves by itself: the items change in place, and new ones wait until the
 * orders are renewed. An empty list fills by itself.
 */
export function useHeldOrder<T>(fresh: readonly T[], options: HeldOptions<T>): readonly T[] {
  const { list, idOf, toGone, view = '', isHeld = true, fillsEmpty = true, countWaiting } = options
  const orders = useHeldOrders()
  const renewals = useSyncExternalStore(orders.subscribe, () => orders.read().renewals)
  const [held, setHeld] = useState({ fresh, renewals, view, isHeld, shown: fresh })
  const isAnew =
    // An order that was not held yet takes the newest items once more.
    !held.isHeld ||
    held.renewals !== renewals ||
    held.view !== view ||
    (fillsEmpty && (held.shown.length === 0 || fresh.length === 0))
  let { shown } = held
  if (isAnew) shown = fresh
  else if (held.fresh !== fresh) shown = keepPlaces(held.shown, fresh, idOf, toGone)
  const next = { fresh, renewals, view, isHeld, shown }
  if (KEYS.some((key) => held[key] !== next[key])) setHeld(next)
  const count = countWaiting ? countWaiting(shown, fresh) : countNew(shown, fresh, idOf)
  useEffect(() => orders.note(list, count), [orders, list, count])
  useEffect(() => () => orders.note(list, 0), [orders, list])
  return shown
}

function keepPlaces<T>(
  shown: readonly T[],
  fresh: readonly T[],
  idOf: (item: T) => string,
  toGone: (item: T) => T | null,
): readonly T[] {
  const known = new Map(fresh.map((item) => [idOf(item), item]))
  return shown.flatMap((item) => known.get(idOf(item)) ?? toGone(item) ?? [])
}

function countNew<T>(shown: readonly T[], fresh: readonly T[], idOf: (item: T) => string): number {
  const known = new Set(shown.map(idOf))
  return fresh.filter((item) => !known.has(idOf(item))).length
}
