import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepRetrying } from './use-retries.ts'

/** The longest wait. */
const LONG_MS = 30_000

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Attempts that the test settles. */
function someAttempts() {
  const attempts: PromiseWithResolvers<void>[] = []
  const retry = () => {
    const attempt = Promise.withResolvers<void>()
    attempts.push(attempt)
    return attempt.promise
  }
  return { attempts, retry }
}

test('an attempt waits for the one before, also when the network returns', async () => {
  const { attempts, retry } = someAttempts()
  const end = keepRetrying(retry)
  await vi.advanceTimersByTimeAsync(10 * LONG_MS)
  page.dispatchEvent(new Event('online'))
  expect(attempts).toHaveLength(1)
  attempts[0]?.reject(new Error('no'))
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(attempts).toHaveLength(2)
  end()
})

test('the network that returns is tried at once', () => {
  const { attempts, retry } = someAttempts()
  const end = keepRetrying(retry)
  page.dispatchEvent(new Event('online'))
  expect(attempts).toHaveLength(1)
  end()
})

test('no attempt follows after the end, whatever was on its way', async () => {
  const { attempts, retry } = someAttempts()
  const end = keepRetrying(retry)
  page.dispatchEvent(new Event('online'))
  end()
  attempts[0]?.resolve()
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10 * LONG_MS)
  expect(attempts).toHaveLength(1)
})
