import type { ComponentType } from 'react'
import { createElement, lazy, useState } from 'react'

export interface LazyPart<Props extends object = object> {
  Part: ComponentType<Props>
  /** Rejects on failure; rendering the part then retries. */
  load: () => Promise<unknown>
}

/** Unlike `React.lazy`, a part that is already loaded renders without suspending. */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Late = lazy(loadPart) as ComponentType<Props>
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once for each part
  function Part(props: Props) {
    const [Drawn] = useState(() => loaded ?? Late)
    return createElement(Drawn, props)
  }
  return { Part, load: loadPart }
}
