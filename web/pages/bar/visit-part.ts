import type { ComponentType } from 'react'
import type { LazyPart } from '#web/ui/lazy-part.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import type * as visitParts from './visit-parts.ts'

/** The menus of a visit, its help and its reports. The page reloads rather than stay without them. */
export function visitPart<Props extends object>(
  pick: (parts: typeof visitParts) => ComponentType<Props>,
): LazyPart<Props> {
  return lazyPart(async () => pick(await import('./visit-parts.ts')), { isVital: true })
}
