import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { get } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { adminCall, sessionPrompt } from './admin-call.ts'

beforeEach(() => sessionPrompt.confirm())
afterEach(() => {
  sessionPrompt.end()
  vi.unstubAllGlobals()
})

/** Answers one request after another; the last answer repeats. */
function answer(...answers: (ErrorCode | 'done')[]) {
  const fetch = vi.fn(async (_path: string) => {
    const code = answers.length > 1 ? answers.shift() : answers[0]
    if (code === 'done') return new Response('"done"')
    return new Response(JSON.stringify({ error: { code, message: '' } }), { status: 401 })
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const ENDPOINT = get('/api/admin/x', { answer: v.string() })
const call = (options = {}) => adminCall(ENDPOINT, {}, undefined, options)
const asked = () => expect.poll(sessionPrompt.question)

test.each([
  ['unauthenticated', 'login'],
  ['proof_needed', 'proof'],
] as const)('a call that is refused as %s asks for a %s and is repeated', async (code, kind) => {
  const fetch = answer(code, 'done')
  const done = call()
  await asked().toMatchObject({ kind })
  sessionPrompt.answer(true)
  expect(await done).toBe('done')
  expect([fetch.mock.calls.length, sessionPrompt.question()]).toEqual([2, null])
})

test('a call throws its refusal if the dialog is closed', async () => {
  answer('unauthenticated')
  const refused = expect(call()).rejects.toMatchObject({ code: 'unauthenticated' })
  await asked().toEqual({ kind: 'login' })
  sessionPrompt.answer(false)
  await refused
})

test('a listener hears of each login and proof, and of no dialog that opens or is closed', async () => {
  const listener = vi.fn()
  const stop = sessionPrompt.onAnswered(listener)
  answer('unauthenticated', 'unauthenticated', 'done')
  const refused = call()
  await asked().toEqual({ kind: 'login' })
  sessionPrompt.answer(false)
  await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' })
  const done = call()
  await asked().toEqual({ kind: 'login' })
  expect(listener).not.toHaveBeenCalled()
  sessionPrompt.answer(true)
  await done
  expect(listener).toHaveBeenCalledOnce()
  stop()
  sessionPrompt.answer(true)
  expect(listener).toHaveBeenCalledOnce()
})

test('calls that are refused together share one dialog', async () => {
  answer('unauthenticated', 'unauthenticated', 'done')
  const done = Promise.all([call(), call()])
  await asked().toEqual({ kind: 'login' })
  sessionPrompt.answer(true)
  expect(await done).toEqual(['done', 'done'])
  expect(sessionPrompt.question()).toBeNull()
})

test('a quiet call throws its refusal and opens no dialog', async () => {
  answer('unauthenticated')
  await expect(call({ quiet: true })).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(sessionPrompt.question()).toBeNull()
})

test('a call waits until the session is confirmed', async () => {
  sessionPrompt.end()
  const fetch = answer('done')
  const done = call()
  await Promise.resolve()
  expect(fetch).not.toHaveBeenCalled()
  sessionPrompt.confirm()
  expect(await done).toBe('done')
})

test('another refusal is thrown without a dialog', async () => {
  answer('bar_not_found')
  await expect(call()).rejects.toMatchObject({ code: 'bar_not_found' })
  expect(sessionPrompt.question()).toBeNull()
})
