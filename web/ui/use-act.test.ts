import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { toastStore } from './toast/show-toast.ts'
import type { Explain } from './use-act.ts'
import { useAct } from './use-act.ts'

beforeEach(() => {
  toastStore.dismissShown()
})

const shownErrors = () =>
  [toastStore.read()].flatMap((toast) => (toast ? [[toast.tone, toast.description]] : []))

type Act = (...args: string[]) => Promise<unknown>

interface PressedProps {
  act: Act
  explain: Explain<string[]> | undefined
  onDrawn: (run: Act) => void
}

function Pressed({ act, explain, onDrawn }: PressedProps) {
  const [run, isBusy] = useAct(act, explain)
  onDrawn(run)
  return String(isBusy)
}

/** The `run` that a component gets from the hook. */
function draw(act: Act, explain?: Explain<string[]>): Act {
  const runs: Act[] = []
  const onDrawn = (run: Act) => void runs.push(run)
  expect(renderToStaticMarkup(createElement(Pressed, { act, explain, onDrawn }))).toBe('false')
  const [run] = runs
  if (!run) throw new Error('nothing was drawn')
  return run
}

test('an act gets what it is run with, and run returns its result', async () => {
  const run = draw(async (...args) => args, 'failed')
  expect(await run('Ana', 'Bia')).toEqual(['Ana', 'Bia'])
  expect(shownErrors()).toEqual([])
})

test('a second run is refused while the first is busy, and accepted after it', async () => {
  const done = Promise.withResolvers<string>()
  const act = vi.fn(() => done.promise)
  const run = draw(act, 'failed')
  const runs = [run(), run()]
  expect(act).toHaveBeenCalledTimes(1)
  done.resolve('done')
  expect(await Promise.all(runs)).toEqual(['done', undefined])
  await run()
  expect(act).toHaveBeenCalledTimes(2)
})

test('an act that fails shows its words in one toast, and can be run again', async () => {
  const act = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce('done')
  const run = draw(act, 'It failed.')
  expect(await run()).toBeUndefined()
  expect(shownErrors()).toEqual([['destructive', 'It failed.']])
  expect(await run()).toBe('done')
})

test('a function explains the error with what was run, or shows it elsewhere without a toast', async () => {
  const fail = () => Promise.reject(new Error('no'))
  await draw(fail, (error, name) => `${name}: ${(error as Error).message}`)('Ana')
  expect(shownErrors()).toEqual([['destructive', 'Ana: no']])
  const seen: unknown[] = []
  await draw(fail, (error) => void seen.push(error))('Ana')
  expect(seen).toEqual([new Error('no')])
  expect(shownErrors()).toHaveLength(1)
})

test('without an explanation the error is thrown, and the act can be run again', async () => {
  const act = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce('done')
  const run = draw(act)
  await expect(run()).rejects.toThrow('no')
  expect(await run()).toBe('done')
})
