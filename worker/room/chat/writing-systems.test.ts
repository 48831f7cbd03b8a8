import emoji from 'emoji.json' with { type: 'json' }
import { beforeEach, expect, test } from 'vitest'
import { WRITING_SYSTEMS } from '#test/fakes/writing-systems.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

const EMOJI_IN_A_MESSAGE = 100

/** In an answered conversation. Returns the texts as the reader's page gets them. */
async function send(from: Person, to: Person, texts: string[]): Promise<string[]> {
  await to.deliver(from, 'Oi')
  for (const text of texts) {
    passTime(1_000)
    await from.deliver(to, text)
  }
  return to.page.all('message').map(({ message }) => message.text)
}

test('O4 a conversation delivers sentences of thirty writing systems as they were typed', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const sentences = WRITING_SYSTEMS.map(([, , sentence]) => sentence.normalize('NFC'))
  expect(await send(ana, bia, sentences)).toEqual(sentences)
  expect(await bar.textsFor(bia, ana)).toEqual(['Oi', ...sentences])
})

test('O4 a conversation delivers every emoji of Unicode as it was typed', async () => {
  const [, ana, bia] = await Bar.seated('Ana', 'Bia')
  const characters = emoji.map(({ char }) => char)
  const texts: string[] = []
  for (let at = 0; at < characters.length; at += EMOJI_IN_A_MESSAGE)
    texts.push(characters.slice(at, at + EMOJI_IN_A_MESSAGE).join(''))
  expect(await send(ana, bia, texts)).toEqual(texts)
})

test('O4 a list shows names of thirty writing systems as they were typed', async () => {
  const names = WRITING_SYSTEMS.map(([, name]) => name.normalize('NFC'))
  const [bar, ana] = await Bar.seated('Ana')
  for (const name of names) await bar.seat(name)
  const { people } = await ana.look()
  expect(people.map(({ name }) => name).sort()).toEqual([...names].sort())
})
