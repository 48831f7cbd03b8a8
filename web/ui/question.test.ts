import { expect, test, vi } from 'vitest'
import { Question } from './question.ts'

const isPending = { value: undefined, hasFailed: false, error: undefined }

/** Fetches that the test answers in its own order. */
function openFetches() {
  const fetches: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = []
  const fetch = (signal: AbortSignal) => {
    const one = { ...Promise.withResolvers<string>(), signal }
    fetches.push(one)
    return one.promise
  }
  return { fetches, fetch }
}

test('an answer becomes the value, and those who subscribed hear of it', async () => {
  const question = new Question<string>()
  const listener = vi.fn()
  const unsubscribe = question.subscribe(listener)
  expect(question.read()).toEqual(isPending)
  await question.ask(async () => 'Ana')
  expect(question.read()).toEqual({ ...isPending, value: 'Ana' })
  expect(listener).toHaveBeenCalledTimes(1)
  unsubscribe()
  await question.ask(async () => 'Bia')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the newest question wins, whichever answer comes last, and aborts the one before', async () => {
  const question = new Question<string>()
  const { fetches, fetch } = openFetches()
  const asked = [question.ask(fetch), question.ask(fetch)]
  const [first, second] = fetches
  expect(first?.signal.aborted).toBe(true)
  expect(second?.signal.aborted).toBe(false)
  second?.resolve('new')
  first?.resolve('old')
  await Promise.all(asked)
  expect(question.read().value).toBe('new')
})

test('the value stays while the page asks again, and after a failure', async () => {
  const question = new Question<string>()
  const { fetches, fetch } = openFetches()
  await question.ask(async () => 'Ana')
  const asked = question.ask(fetch)
  expect(question.read()).toEqual({ ...isPending, value: 'Ana' })
  const error = new Error('no')
  fetches[0]?.reject(error)
  await asked
  expect(question.read()).toEqual({ value: 'Ana', hasFailed: true, error })
  await question.ask(async () => 'Bia')
  expect(question.read()).toEqual({ ...isPending, value: 'Bia' })
})

test('an aborted question changes nothing, whether it is answered or fails', async () => {
  const question = new Question<string>()
  const { fetches, fetch } = openFetches()
  const answered = question.ask(fetch)
  question.abort()
  fetches[0]?.resolve('late')
  await answered
  const failed = question.ask(fetch)
  question.abort()
  fetches[1]?.reject(new Error('late'))
  await failed
  expect(question.read()).toEqual(isPending)
})

test('a change needs a value, and a forgotten value is gone', async () => {
  const question = new Question<string>()
  question.change(() => 'nobody')
  expect(question.read()).toEqual(isPending)
  await question.ask(async () => 'Ana')
  question.change((name) => `${name} Lima`)
  expect(question.read().value).toBe('Ana Lima')
  question.forget()
  expect(question.read()).toEqual(isPending)
})
