import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { ShownBars } from './shown-bars.ts'

/** A page whose scrolling and visibility the test says. */
function aPage() {
  const document = new EventTarget()
  let tell: (entries: unknown[]) => void = () => {}
  vi.stubGlobal('document', document)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => {}
      unobserve = () => {}
      constructor(callback: typeof tell) {
        tell = callback
      }
    },
  )
  const settled: (readonly string[])[] = []
  const bars = new ShownBars((barIds) => settled.push(barIds))
  const elements = Array.from({ length: 1_000 }, () => ({}) as Element)
  const ends = elements.map((element, index) => bars.observe(element, `bar${index}`))
  const see = (isIntersecting: boolean, ...indexes: number[]) =>
    tell(indexes.map((index) => ({ target: elements[index], isIntersecting })))
  return { settled, see, ends, scroll: () => document.dispatchEvent(new Event('scroll')) }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the bars on the screen are known at once, and after scrolling 300 ms after it has stopped', async () => {
  const { settled, see, ends, scroll } = aPage()
  see(true, 0, 1, 2)
  await vi.advanceTimersByTimeAsync(0)
  ends[0]?.() // it is no longer drawn
  await vi.advanceTimersByTimeAsync(0)
  const atFirst = [
    ['bar0', 'bar1', 'bar2'],
    ['bar1', 'bar2'],
  ]
  expect(settled).toEqual(atFirst)
  for (let index = 3; index < 1_000; index += 1) {
    scroll()
    see(true, index)
    see(false, index - 3)
    await vi.advanceTimersByTimeAsync(16)
  }
  await vi.advanceTimersByTimeAsync(TIMINGS.boardCalmMs - 17)
  expect(settled).toEqual(atFirst)
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toEqual([...atFirst, ['bar997', 'bar998', 'bar999']])
})
