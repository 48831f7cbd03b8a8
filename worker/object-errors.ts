import { isDatabaseAway, TIMED_OUT } from './db/d1-errors.ts'
import { findCodes, log } from './log.ts'

type Method = (this: unknown, ...values: unknown[]) => unknown

/**
 * Wraps every method of an object, so that only error codes leave it. Its exceptions reach the
 * platform's log and the Worker, and drizzle's messages quote what people typed.
 */
export function onlyCodesLeave({ prototype }: { prototype: object }): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value === 'function' && name !== 'constructor') {
      Object.defineProperty(prototype, name, { value: guard(value), configurable: true })
    }
  }
}

function guard(method: Method): Method {
  return function (...values) {
    try {
      const answer = method.apply(this, values)
      return answer instanceof Promise ? answer.catch(failWithCodes) : answer
    } catch (error) {
      return failWithCodes(error)
    }
  }
}

function failWithCodes(error: unknown): never {
  log('object_failed', { error })
  if (isDatabaseAway(error)) throw new Error(TIMED_OUT)
  const codes = error instanceof Error ? findCodes(error) : []
  throw new Error(['object failed', ...codes].join(' '))
}
