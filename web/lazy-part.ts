import type { ComponentType } from 'react'
import { createElement, lazy, useState } from 'react'

export interface LazyPart<Props extends object = object> {
  Part: ComponentType<Props>
  /** Begins the download; rejects where it fails, and drawing the part then tries again. */
  load: () => Promise<unknown>
}

/**
 * A component in a chunk of its own, fetched when it is drawn or earlier. What has come already is
 * drawn at once: React's own `lazy` suspends even then, and a press would be answered later.
 */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Late = lazy(loadPart) as ComponentType<Props>
  // biome-ignore lint/correctness/noComponentHookFactories: called where modules are read, once for each part
  function Part(props: Props) {
    const [Drawn] = useState(() => loaded ?? Late)
    return createElement(Drawn, props)
  }
  return { Part, load: loadPart }
}
