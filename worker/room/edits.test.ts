import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { Venue } from '#test/cast/guest.ts'

test('an edit is told to everybody, the phone to nobody', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  const changes = { name: 'Ana Luíza', table: '12', phone: '+5511987650009' }
  expect(await venue.room.edit(ana.visit, changes, 'Ana')).toMatchObject({
    ok: true,
    person: changes,
  })
  await bia.page.until(() => bia.page.facts().some(({ kind }) => kind === 'changed'))
  expect(bia.page.facts().at(-1)).toMatchObject({
    kind: 'changed',
    person: { id: ana.id, name: 'Ana Luíza', table: '12', online: true },
  })
  expect(bia.page.raw.join('')).not.toContain('98765')
})

test('an interest that is not shown goes to nobody but its person', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  const changes = { interest: 'women', showsInterest: false } as const
  const answer = await venue.room.edit(ana.visit, changes, 'Ana')
  expect(answer).toMatchObject({ person: { interest: 'women', showsInterest: false } })
  await bia.page.until(() => bia.page.facts().some(({ kind }) => kind === 'changed'))
  expect(bia.page.facts().at(-1)).toMatchObject({ person: { id: ana.id, interest: null } })
  const { people } = await (await bia.connect()).get('snapshot')
  expect(people.find(({ id }) => id === ana.id)?.interest).toBeNull()
  const watched = await venue.room.watch(Date.now() + 1_000, 0)
  expect(watched.people?.find(({ id }) => id === ana.id)?.interest).toBeNull()
})

test('T8 only the own profile can be changed: nothing in a change names another', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.admit('Ana'), await venue.admit('Bia')]
  Object.assign(ana, { id: bia.id })
  expect(await venue.room.edit(ana.visit, { name: 'X' }, 'Ana')).toEqual({
    ok: false,
    code: 'visit_ended',
  })
})

test('T25 five photos an hour are a person’s limit', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana')
  const answers: boolean[] = []
  for (let turn = 0; turn < LIMITS.photosPerHour + 2; turn += 1) {
    const photo = `/media/profiles/${turn}.webp`
    answers.push((await venue.room.edit(ana.visit, { photo }, 'Ana')).ok)
  }
  expect(answers).toEqual([...Array(LIMITS.photosPerHour).fill(true), false, false])
})

test('“Baixar meus dados” holds the own profile and the own conversations, and nothing else', async () => {
  const venue = await Venue.open()
  const [ana, bia, caio] = [
    await venue.seat('Ana'),
    await venue.seat('Bia'),
    await venue.seat('Caio'),
  ]
  ana.say(bia, 'minha')
  bia.say(ana, 'sua')
  bia.say(caio, 'não é dela')
  await ana.page.get('message')
  await caio.page.get('message')
  const answer = await venue.room.ownData(ana.visit)
  if (!answer.ok) throw new Error(answer.code)
  const { bar, person, conversations } = answer.data
  expect([bar, person.name]).toEqual([venue.barId, 'Ana'])
  expect(conversations).toMatchObject([
    {
      with: 'Bia',
      messages: [
        { from: 'Ana', text: 'minha' },
        { from: 'Bia', text: 'sua' },
      ],
    },
  ])
})
