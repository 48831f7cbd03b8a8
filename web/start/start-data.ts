import { START_DATA_ATTRIBUTE } from '#contract/start-data.ts'

/** Call at the top of a script: later the document has no current script. */
export function readStartData<T>(): T {
  return JSON.parse(document.currentScript?.getAttribute(START_DATA_ATTRIBUTE) ?? '{}')
}
