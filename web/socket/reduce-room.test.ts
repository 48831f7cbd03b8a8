import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ServerMessage } from '#contract/protocol.ts'
import { anEvent, inParts, SEED } from '#test/fakes/generated.ts'
import {
  ANA,
  aHistory,
  aMessage,
  aPerson,
  aSnapshot,
  BETO,
  idOf,
  someEvents,
} from '#test/fakes/room.ts'
import { runs } from '#test/worker/runs.ts'
import { UNLOADED } from './conversation.ts'
import { reduceRoom } from './reduce-room.ts'
import type { RoomState } from './room-state.ts'
import { INITIAL_ROOM_STATE, isKnownAbsent, othersOnline } from './room-state.ts'

const NOW = 1_800_000_000_000
const talk = (personId: string, unread = 0) => ({ personId, unread })

function after(messages: ServerMessage[], from: RoomState = INITIAL_ROOM_STATE): RoomState {
  return messages.reduce(
    (state, message) => reduceRoom(state, { type: 'received', message, at: NOW }),
    from,
  )
}

test('a snapshot replaces all people and drops the answered searches; a new epoch counts from its start', () => {
  const first = aSnapshot({ people: [BETO, aPerson(3)], next: { online: true, id: BETO.id } })
  const found = after([first, { type: 'found', asked: 'Zoé', people: [aPerson(9)] }])
  expect([...found.searched]).toEqual(['Zoé'])
  const state = after([aSnapshot({ epoch: 'e2', people: [aPerson(4)] })], found)
  expect([...state.people.keys()].sort()).toEqual([ANA.id, aPerson(4).id])
  expect(state).toMatchObject({ connection: 'live', searched: new Set() })
  const woken = { epoch: 'e3', number: 1 }
  expect(after([{ ...someEvents(1, []), ...woken }], state)).toMatchObject(woken)
})

test('a person whom a search did not find, or who left, stays absent whatever is searched next', () => {
  const asked = (text: string): ServerMessage => ({ type: 'found', asked: text, people: [] })
  const isAbsent = (state: RoomState) => isKnownAbsent(state, BETO.id)
  const first = after([aSnapshot({ people: [aPerson(3)], next: { online: true, id: idOf(3) } })])
  expect(isAbsent(after([asked('Zoé')], first))).toBe(false)
  expect(isAbsent(after([asked(BETO.id), asked('Zoé')], first))).toBe(true)
  const here = after([{ type: 'found', asked: BETO.id, people: [BETO] }, asked('Zoé')], first)
  expect(isAbsent(here)).toBe(false)
  const left = someEvents(1, [{ kind: 'left', personId: BETO.id, name: 'Beto' }])
  expect(isAbsent(after([left, asked('Zoé')], here))).toBe(true)
})

test('the others who are online are counted without oneself, also while one leaves, which changes no other object', () => {
  const here = after([aSnapshot({ people: [BETO], online: 2 })])
  expect(othersOnline(here)).toBe(1)
  const offline = someEvents(1, [{ kind: 'presence', person: { ...ANA, online: false } }])
  const leaving = after([{ ...offline, online: 1 }], here)
  expect([leaving.online, othersOnline(leaving)]).toEqual([1, 1])
  expect(leaving.people.get(BETO.id)).toBe(here.people.get(BETO.id))
  expect(leaving.unread).toBe(here.unread)
})

test('a conversation is answered once both have written, and forgotten with its person', () => {
  const first = after([
    aSnapshot({ conversations: [{ ...talk(BETO.id), answered: true as const }] }),
  ])
  expect([...first.answered]).toEqual([BETO.id])
  const asked = after(
    [{ type: 'stored', message: aMessage(1, { from: ANA.id, to: BETO.id }) }],
    after([aSnapshot()]),
  )
  expect(asked.answered.size).toBe(0)
  const answer = {
    type: 'message' as const,
    message: aMessage(2, { from: BETO.id, to: ANA.id }),
    unread: 1,
  }
  const both = after([answer], asked)
  expect([...both.answered]).toEqual([BETO.id])
  const gone = after([someEvents(1, [{ kind: 'left', personId: BETO.id, name: 'Beto' }])], both)
  expect(gone.answered.size).toBe(0)
})

test('the unread number is the room’s, also for an own message from another tab', () => {
  const state = after([
    aSnapshot({ conversations: [talk(BETO.id, 2)] }),
    { type: 'message', message: aMessage(3), unread: 3 },
  ])
  expect(state.unread.get(BETO.id)).toBe(3)
  const read = after([{ type: 'read', personId: BETO.id, through: 3, unread: 0 }], state)
  expect(read.unread.get(BETO.id)).toBe(0)
  const own = aMessage(1, { from: ANA.id, to: BETO.id })
  const begun = after([aSnapshot(), { type: 'message', message: own, unread: 0 }])
  expect(begun.unread.get(BETO.id)).toBe(0)
})

test('rule 11: a folded conversation is not listed until one writes there, and is complete where it is open', () => {
  const from = { from: BETO.id, to: ANA.id }
  const open = after([
    aSnapshot(),
    { type: 'message', message: aMessage(1, from), unread: 1 },
    aHistory([aMessage(1, from)]),
  ])
  const folded = after(
    [
      { type: 'folded', personId: BETO.id },
      { type: 'message', message: aMessage(2, from), unread: 0, folded: true },
      { type: 'read', personId: BETO.id, through: 2, unread: 0 },
    ],
    open,
  )
  expect([[...folded.unread], [...folded.lastLines]]).toEqual([[], []])
  expect(folded.conversations.get(BETO.id)?.messages).toHaveLength(2)
  expect(reduceRoom(folded, { type: 'seen', personId: BETO.id }).unread.size).toBe(0)
  const own = aMessage(3, { from: ANA.id, to: BETO.id })
  const answered = after([{ type: 'stored', message: own }], folded)
  expect([...answered.unread]).toEqual([[BETO.id, 0]])
  expect(answered.lastLines.get(BETO.id)?.isOwn).toBe(true)
})

test('an unlisted person is gone from the list, but for their partners', () => {
  const beto = { ...BETO, online: false }
  const unlistedEvent = { kind: 'unlisted', personId: BETO.id } as const
  const unlisted = someEvents(1, [unlistedEvent], { total: 1 })
  const listed = after([aSnapshot({ people: [beto] })])
  const partner = after([aSnapshot({ people: [beto], conversations: [talk(BETO.id)] })])
  const chat = { ...listed, conversations: new Map([[BETO.id, UNLOADED]]) }
  expect(after([unlisted], listed).total).toBe(1)
  const shown = [listed, partner, chat].map((state) => after([unlisted], state).people.get(BETO.id))
  expect(shown).toEqual([undefined, beto, beto])
})

test('a hidden interest is missing in the list and known to oneself, and an edit shows at once', () => {
  const hidden = { ...ANA, interest: 'men', showsInterest: false } as const
  const shown = after([aSnapshot({ you: hidden })])
  expect([shown.people.get(ANA.id)?.interest, shown.you?.interest]).toEqual([null, 'men'])
  const changed = { ...ANA, name: 'Aninha', interest: null }
  const renamed = after([someEvents(1, [{ kind: 'changed', person: changed }])], shown)
  expect(renamed.you).toMatchObject({ name: 'Aninha', interest: 'men', showsInterest: false })
  const person = { ...ANA, table: '9', phone: '+5511912345678' }
  const edited = reduceRoom(renamed, { type: 'edited', person })
  expect([edited.you, edited.people.get(ANA.id)?.table]).toEqual([person, '9'])
})

test('an event adds a person who enters, or whose place is within the loaded pages', () => {
  const mara = aPerson(9, { name: 'Mara' })
  const next = { online: true, id: mara.id }
  const state = after([aSnapshot({ people: [BETO, mara], next, total: 300, online: 200 })])
  const events = [
    { kind: 'presence', person: aPerson(3, { name: 'Carla' }) },
    { kind: 'presence', person: aPerson(4, { name: 'Zeca' }) },
    { kind: 'presence', person: aPerson(5, { name: 'Aldo', online: false }) },
    { kind: 'entered', person: aPerson(6, { name: 'Zuleica' }) },
  ] as const
  const updated = after([someEvents(4, [...events], { total: 301, online: 202 })], state)
  const names = [...updated.people.values()].map(({ name }) => name)
  expect(names).toEqual(['Ana', 'Beto', 'Mara', 'Carla', 'Zuleica'])
  expect([updated.total, updated.online]).toEqual([301, 202])
  expect([...updated.arrivedAt]).toEqual([[aPerson(6).id, NOW]])
  const paged = after(
    [{ type: 'page', people: [aPerson(4, { name: 'Zeca' })], next: null }],
    updated,
  )
  expect(paged.people.get(aPerson(4).id)?.name).toBe('Zeca')
  expect(paged.listed).toEqual([BETO.id, mara.id, aPerson(4).id])
  const late = after([someEvents(5, [{ kind: 'changed', person: aPerson(5) }])], paged)
  expect(late.people.has(aPerson(5).id)).toBe(true)
})

test.for([
  ['leaves', { kind: 'left', personId: aPerson(9).id, name: 'Mara' }],
  ['has another name', { kind: 'changed', person: aPerson(9, { name: 'Zoé' }) }],
] as const)('if the end of the pages %s, the person before becomes the end', ([, event]) => {
  const mara = aPerson(9, { name: 'Mara' })
  const next = { online: true, id: mara.id }
  const state = after([aSnapshot({ people: [BETO, aPerson(3, { name: 'Caio' }), mara], next })])
  const updated = after([someEvents(1, [event])], state)
  expect(updated.next).toEqual({ online: true, id: aPerson(3).id })
  expect(updated.end).toMatchObject({ id: aPerson(3).id, name: 'Caio' })
})

const aLine = (text: string, at: number) => ({ text, isOwn: false, at })

test('the snapshot has the first last lines; further frames bring the others', () => {
  const conversations = [talk(BETO.id, 1), talk(aPerson(3).id, 2)]
  const first = after([aSnapshot({ conversations, lastLines: [aLine('oi', 9)] })])
  expect([...first.lastLines]).toEqual([[BETO.id, aLine('oi', 9)]])
  expect([...first.unread.values()]).toEqual([1, 2])
  const more = {
    type: 'conversations' as const,
    conversations: conversations.slice(1),
    lastLines: [aLine('e aí', 4)],
    people: [aPerson(3)],
  } satisfies ServerMessage
  const all = after([more], first)
  expect(all.lastLines.get(aPerson(3).id)).toEqual(aLine('e aí', 4))
  expect(all.people.has(aPerson(3).id)).toBe(true)
})

test('the newest message is the last line of its conversation, cut at 80 characters', () => {
  const long = aMessage(2, { text: `oi\n${'á'.repeat(100)}` })
  const updated = after([aSnapshot(), { type: 'message', message: long, unread: 1 }])
  const line = { text: `oi ${'á'.repeat(77)}…`, isOwn: false, at: long.createdAt }
  expect(updated.lastLines.get(BETO.id)).toEqual(line)
  const older = aMessage(1, { from: ANA.id, to: BETO.id })
  expect(after([{ type: 'stored', message: older }], updated).lastLines.get(BETO.id)).toEqual(line)
  const gone = after([someEvents(1, [{ kind: 'left', personId: BETO.id, name: 'Beto' }])], updated)
  expect(gone.lastLines.size).toBe(0)
})

test('R12 rule 3: the page knows whom the room knows, however events are cut, repeated or missed', () => {
  const evening = fc
    .array(anEvent, { maxLength: 40 })
    .chain((events) =>
      fc.record({ events: fc.constant(events), parts: inParts(events), some: fc.nat(40) }),
    )
  fc.assert(
    fc.property(evening, ({ events, parts, some }) => {
      const knownAfter = (count: number) => {
        const known = new Map([[BETO.id, BETO]])
        for (const event of events.slice(0, count)) {
          if (event.kind === 'left') known.delete(event.personId)
          else if (event.kind !== 'unlisted') known.set(event.person.id, event.person)
        }
        return known
      }
      let number = 0
      const frames = parts.map((part) => {
        number += part.length
        return someEvents(number, part)
      })
      const repeated = frames.flatMap((frame, at) =>
        at === some % (frames.length + 1) ? [frame, ...frames.slice(0, at)] : [frame],
      )
      const state = after([aSnapshot(), ...repeated])
      const from = some % (events.length + 1)
      const covering = aSnapshot({ number: from, people: [...knownAfter(from).values()] })
      for (const { people, number } of [state, after([covering, ...frames])]) {
        const others = new Map([...people].filter(([id]) => id !== ANA.id))
        expect([others, number]).toEqual([knownAfter(events.length), events.length])
      }

      const heard = after([aSnapshot(), ...frames.slice(0, some)])
      const away = reduceRoom(heard, { type: 'disconnected', code: 1006, isBlocked: false })
      const { people: _, next: _next, ...own } = aSnapshot({ number: events.length })
      const missed = events.slice(heard.number)
      expect(after([{ ...own, type: 'resumed', events: missed }], away)).toEqual(state)
    }),
    { seed: SEED, numRuns: runs(150, 50_000) },
  )
})

test('T57 a blocked person is gone from the page at once, and back with the conversation when the block ends', () => {
  const conversations = [talk(BETO.id, 1)]
  const before = after([aSnapshot({ conversations, lastLines: [aLine('oi', 9)] })])
  const ended = after([{ type: 'conversationEnded', personId: BETO.id }], before)
  expect([ended.people.has(BETO.id), ended.unread.size, ended.lastLines.size]).toEqual([
    false,
    0,
    0,
  ])
  // A message that was on its way does not list the conversation again.
  const late = after([{ type: 'message', message: aMessage(2), unread: 2 }], ended)
  expect([late.unread.size, late.endedWith.has(BETO.id)]).toEqual([0, true])
  const back = { conversations, lastLines: [aLine('oi', 9)], people: [BETO] }
  const again = after([{ type: 'conversations', ...back }], late)
  expect([again.people.get(BETO.id), again.unread.get(BETO.id)]).toEqual([BETO, 1])
  expect(again.endedWith.size).toBe(0)
  expect([...after([aSnapshot({ endedWith: [BETO.id] })], again).endedWith]).toEqual([BETO.id])
})
