import type { ComponentType } from 'react'
import { lazy } from 'react'

export interface LazyPart<Props extends object = object> {
  Part: ComponentType<Props>
  /** Begins the download; rejects where it fails, and drawing the part then tries again. */
  load: () => Promise<unknown>
}

/** A component in a chunk of its own, fetched when it is drawn or earlier. */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  return { Part: lazy(async () => ({ default: await load() })) as ComponentType<Props>, load }
}
