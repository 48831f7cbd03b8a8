import type { UndrawnPageData } from '#contract/start-data.ts'
import { readStartData } from './start-data.ts'
import { watchStart } from './watch-start.ts'

const { hasStarted, hasFailed } = watchStart(readStartData<UndrawnPageData>().texts)

function noteEntry({ type, target }: Event): void {
  if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
  if (type === 'load') hasStarted()
  else hasFailed()
}

// These events do not bubble.
document.addEventListener('load', noteEntry, true)
document.addEventListener('error', noteEntry, true)
