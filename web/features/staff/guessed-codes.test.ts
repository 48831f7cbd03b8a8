import { expect, test } from 'vitest'
import type { EntryCodeTries } from '#contract/entry-code.ts'
import { GuessedCodes } from './guessed-codes.ts'

/** Answers in the order that the test chooses. */
function start() {
  const answers: ((tries: EntryCodeTries) => void)[] = []
  const codes = new GuessedCodes(
    () => new Promise((resolve) => answers.push((tries) => resolve({ tries }))),
  )
  const answer = async (at: number, tries: EntryCodeTries) => {
    answers[at]?.(tries)
    await Promise.resolve()
  }
  return { codes, answer, shown: () => [...codes.read()] }
}

test('a bar whose code is no longer guessed leaves the warning of another bar', async () => {
  const { codes, answer, shown } = start()
  const asking = [codes.ask('A'), codes.ask('B')]
  await answer(0, 'elsewhere')
  await answer(1, null)
  await Promise.all(asking)
  expect(shown()).toEqual([['A', 'elsewhere']])
})

test('the answer to the later question about a bar counts', async () => {
  const { codes, answer, shown } = start()
  const asking = [codes.ask('A'), codes.ask('A')]
  await answer(1, 'thisNetwork')
  await answer(0, null)
  await Promise.all(asking)
  expect(shown()).toEqual([['A', 'thisNetwork']])
})

test('a new code ends the warning, also if an answer about the old one comes late', async () => {
  const { codes, answer, shown } = start()
  const asking = codes.ask('A')
  codes.forget('A')
  await answer(0, 'elsewhere')
  await asking
  expect(shown()).toEqual([])
})

test('a failed question keeps what is known', async () => {
  const answers: Promise<{ tries: EntryCodeTries }>[] = [
    Promise.resolve({ tries: 'elsewhere' }),
    Promise.reject(new TypeError('network')),
  ]
  const codes = new GuessedCodes(() => answers.shift() ?? Promise.reject(new Error('none left')))
  await codes.ask('A')
  await codes.ask('A')
  expect([...codes.read()]).toEqual([['A', 'elsewhere']])
})
