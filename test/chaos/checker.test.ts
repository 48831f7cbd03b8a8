import { expect, test } from 'vitest'
import type { Message } from '#contract/message.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { FlawKind, Truth } from './checker.ts'
import { findFlaws } from './checker.ts'
import type { HistoryEvent } from './history.ts'

const ANA = { by: 'ana', tab: 0 }
const BIA = { by: 'bia', tab: 0 }

const write = (number: number, changed: Partial<Message> = {}): Message => ({
  id: `m${number}`,
  number,
  from: 'ana',
  to: 'bia',
  text: `frase ${number}`,
  createdAt: number,
  ...changed,
})
const ONE = write(1)
const TWO = write(2)
const say = ({ id, to, text }: Message): HistoryEvent => ({ kind: 'say', ...ANA, id, to, text })
const stored = (message: Message): HistoryEvent => ({ kind: 'stored', ...ANA, socket: 1, message })
const heard = (message: Message): HistoryEvent => ({ kind: 'heard', ...BIA, socket: 1, message })
const kept = (...messages: Message[]): HistoryEvent[] => [
  { kind: 'kept', by: 'ana', partner: 'bia', messages },
  { kind: 'kept', by: 'bia', partner: 'ana', messages },
]
const view = (...messages: Message[]): HistoryEvent => ({
  kind: 'view',
  ...BIA,
  partner: 'ana',
  messages,
})
const person = (online: boolean): PublicPerson => ({
  id: 'caio',
  name: 'Caio',
  table: '7',
  photo: null,
  interest: null,
  online,
})
/** The end of a run: the people on Bia's page, and the people present. */
const shownOf = (people: PublicPerson[], present: PublicPerson[]): HistoryEvent[] => [
  { kind: 'people', ...BIA, people },
  { kind: 'present', people: present },
]

const SOUND = [
  say(ONE),
  say(TWO),
  stored(ONE),
  heard(ONE),
  stored(TWO),
  heard(TWO),
  ...kept(ONE, TWO),
  view(ONE, TWO),
]

test('an evening without a flaw has none', () => {
  expect(findFlaws(SOUND, { everythingAnswered: true })).toEqual([])
})

const FLAWED: [FlawKind, string, HistoryEvent[], Truth?][] = [
  ['lost', 'an acknowledged message is not kept', [say(ONE), stored(ONE), ...kept()]],
  ['doubled', 'a message is kept twice', [...kept(ONE, { ...ONE, number: 2 })]],
  ['doubled', 'a socket gets a message twice', [heard(ONE), heard(ONE), ...kept(ONE)]],
  ['reordered', 'a socket gets the second first', [heard(TWO), heard(ONE), ...kept(ONE, TWO)]],
  ['reordered', 'the second written is the first kept', [say(TWO), say(ONE), ...kept(ONE, TWO)]],
  ['reordered', 'time goes back', [...kept(ONE, { ...TWO, createdAt: 0 })]],
  [
    'reordered',
    'the two see different orders',
    [
      { kind: 'kept', by: 'ana', partner: 'bia', messages: [ONE, TWO] },
      { kind: 'kept', by: 'bia', partner: 'ana', messages: [write(1, { id: 'm2' }), TWO] },
    ],
  ],
  ['renumbered', 'a number is missing', [...kept(TWO)]],
  ['renumbered', 'a number changed', [stored({ ...ONE, number: 3 }), ...kept(ONE)]],
  ['renumbered', 'a text changed', [heard({ ...ONE, text: 'outra' }), ...kept(ONE)]],
  [
    'half-sent',
    'a refused message is kept',
    [{ kind: 'refused', ...ANA, id: 'm1', reason: 'internal' }, ...kept(ONE)],
  ],
  ['unanswered', 'nobody answers', [say(ONE), ...kept()], { everythingAnswered: true }],
  ['stranger', 'somebody else gets it', [{ ...heard(ONE), by: 'caio' } as HistoryEvent]],
  ['incomplete', 'a page lacks a message', [...kept(ONE, TWO), view(TWO)]],
  ['people', 'a page shows who is not there', shownOf([person(true)], [])],
  ['people', 'a page shows who is offline as online', shownOf([person(true)], [person(false)])],
  [
    'presence',
    'a phone in a pocket is shown offline',
    [{ kind: 'shown', ...BIA, personId: 'caio', online: false }],
    { alwaysOnline: ['caio'] },
  ],
]

test.each(FLAWED)('R34 %s: %s', (kind, _what, events, truth) => {
  expect(findFlaws(events, truth).map((flaw) => flaw.kind)).toContain(kind)
})
