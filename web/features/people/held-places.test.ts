import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PublicPerson } from '#contract/person.ts'
import { ANA, aPerson } from '#test/cast/room-cast.ts'
import type { Look } from './held-places.ts'
import { HeldPlaces } from './held-places.ts'

const [BIA, CAIO, DANI, EVA, ABEL] = ['Bia', 'Caio', 'Dani', 'Eva', 'Abel'].map((name, index) =>
  aPerson(index + 4, { name }),
) as [PublicPerson, PublicPerson, PublicPerson, PublicPerson, PublicPerson]
const EVERYBODY = [ANA, BIA, CAIO, DANI, EVA]

const names = (people: readonly { name: string }[]) => people.map(({ name }) => name)
const idsOf = (people: readonly { id: string }[]) => new Set(people.map(({ id }) => id))

/** What is arranged is on the screen from then on. */
function show(places: HeldPlaces, ordered: readonly PublicPerson[], look: Look) {
  const shown = places.arrange(ordered, look)
  places.settle(shown, look.asked)
  return shown
}

/** A list that was opened with these people, `seen` of whom are on the screen. */
function open(people: readonly PublicPerson[], seen: readonly PublicPerson[]) {
  const places = new HeldPlaces()
  const arrange = (ordered: readonly PublicPerson[], leading = 1, asked = '') =>
    names(show(places, ordered, { asked, seen: idsOf(seen), leading }))
  arrange(people)
  return arrange
}

test('who is seen stays in place, and the others stand around them in their order', () => {
  const arrange = open(EVERYBODY, [BIA, CAIO])
  expect(arrange([ANA, CAIO, EVA, BIA, DANI])).toEqual(['Ana', 'Bia', 'Caio', 'Eva', 'Dani'])
})

test('who comes anew stands where nobody is looked at', () => {
  const arrange = open(EVERYBODY, [ANA, BIA, CAIO])
  expect(arrange([ANA, ABEL, ...EVERYBODY.slice(1)])).toEqual([
    ...['Ana', 'Bia', 'Caio', 'Abel', 'Dani', 'Eva'],
  ])
})

test('what is drawn is the person as they are now', () => {
  const places = new HeldPlaces()
  const look = { asked: '', seen: idsOf([BIA]), leading: 0 }
  show(places, [ANA, BIA], look)
  const gone = { ...BIA, online: false }
  expect(show(places, [ANA, gone], look)).toEqual([ANA, gone])
})

test('what was arranged and not shown has moved nobody', () => {
  const places = new HeldPlaces()
  const look = { asked: '', seen: idsOf([BIA, CAIO]), leading: 0 }
  show(places, [BIA, CAIO], look)
  places.arrange([CAIO, BIA], { ...look, seen: new Set() })
  expect(show(places, [CAIO, BIA], look)).toEqual([BIA, CAIO])
})

test('the place of somebody who left is taken by one from out of sight: nobody who is seen moves', () => {
  const arrange = open(EVERYBODY, [ANA, BIA, CAIO])
  expect(arrange([ANA, CAIO, DANI, EVA])).toEqual(['Ana', 'Dani', 'Caio', 'Eva'])
})

test('where everybody is seen those below somebody who left move up', () => {
  const arrange = open(EVERYBODY, EVERYBODY)
  expect(arrange([ANA, CAIO, DANI, EVA])).toEqual(['Ana', 'Caio', 'Dani', 'Eva'])
})

test('who wrote from out of sight stands at the top at once, in place of the one who stood there', () => {
  const arrange = open(EVERYBODY, [ANA, BIA, CAIO])
  expect(arrange([ANA, EVA, BIA, CAIO, DANI], 2)).toEqual([
    ...['Ana', 'Eva', 'Caio', 'Bia', 'Dani'],
  ])
})

test('who wrote and is seen stays: the mark on the card is seen there', () => {
  const arrange = open(EVERYBODY, [ANA, BIA, CAIO])
  expect(arrange([ANA, CAIO, BIA, DANI, EVA], 2)).toEqual(names(EVERYBODY))
  expect(arrange([ANA, CAIO, EVA, BIA, DANI], 3)).toEqual([
    ...['Ana', 'Eva', 'Caio', 'Bia', 'Dani'],
  ])
})

test('with nobody looking, and for other words, everybody stands in their order', () => {
  const arrange = open(EVERYBODY, EVERYBODY)
  expect(arrange([ANA, EVA, BIA], 1, 'a')).toEqual(['Ana', 'Eva', 'Bia'])
  const unseen = open(EVERYBODY, [])
  expect(unseen([ANA, EVA, BIA])).toEqual(['Ana', 'Eva', 'Bia'])
})

const moment = fc.record({
  ordered: fc.shuffledSubarray([...EVERYBODY, ABEL]),
  seen: fc.subarray([...EVERYBODY, ABEL]),
})

test('everybody is shown once, and who is seen moves only where the list gets shorter', () => {
  fc.assert(
    fc.property(fc.array(moment, { minLength: 2 }), (evening) => {
      const places = new HeldPlaces()
      let before: readonly PublicPerson[] = []
      for (const { ordered, seen } of evening) {
        const look = { asked: '', seen: idsOf(seen), leading: 0 }
        const shown = show(places, ordered, look)
        expect(new Set(shown)).toEqual(new Set(ordered))
        expect(shown).toHaveLength(ordered.length)
        const held = before.filter((one) => seen.includes(one) && shown.includes(one))
        if (shown.length >= before.length)
          expect(held.map((one) => shown.indexOf(one))).toEqual(
            held.map((one) => before.indexOf(one)),
          )
        before = shown
      }
    }),
  )
})
