import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { fetchFile } from './fetch-file.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The platform's own timeout follows no fake clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timeout = new AbortController()
    setTimeout(() => timeout.abort(new DOMException('Too late', 'TimeoutError')), ms)
    return timeout.signal
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a file that takes longer than the wait for an answer is downloaded whole', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const body = readable.pipeThrough(new TransformStream(), { signal })
    return new Response(body)
  })
  const file = fetchFile('/file')
  const table = writable.getWriter()
  await table.write(new TextEncoder().encode('"Quando";'))
  await vi.advanceTimersByTimeAsync(TIMINGS.answerToBodyWithinMs * 2)
  void table.write(new TextEncoder().encode('"O quê"'))
  void table.close()
  expect(await (await file).text()).toBe('"Quando";"O quê"')
})

test('a file that does not begin in time fails', async () => {
  const hang = (_: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  vi.stubGlobal('fetch', hang)
  const file = expect(fetchFile('/file')).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(TIMINGS.answerToBodyWithinMs)
  await file
})
