import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

test('an edit is broadcast to everybody, without the phone', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const changes = { name: 'Ana Luíza', table: '12', phone: '+5511987650009' }
  expect(await bar.room.edit(ana.visit, changes)).toMatchObject({
    ok: true,
    person: changes,
  })
  await bia.page.event('changed')
  expect(bia.page.events().at(-1)).toMatchObject({
    kind: 'changed',
    person: { id: ana.id, name: 'Ana Luíza', table: '12', online: true },
  })
  expect(bia.page.raw.join('')).not.toContain('98765')
})

test('an interest that is not shown goes to nobody but its person', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const changes = { interest: 'women', showsInterest: false } as const
  const answer = await bar.room.edit(ana.visit, changes)
  expect(answer).toMatchObject({ person: { interest: 'women', showsInterest: false } })
  await bia.page.event('changed')
  expect(bia.page.events().at(-1)).toMatchObject({ person: { id: ana.id, interest: null } })
  expect((await bia.look()).people.find(({ id }) => id === ana.id)?.interest).toBeNull()
  expect((await bar.room.readBoard()).people.find(({ id }) => id === ana.id)?.interest).toBeNull()
})

test('T8 only the own profile can be changed: nothing in a change names another', async () => {
  const [bar, ana, bia] = await Bar.admitted('Ana', 'Bia')
  Object.assign(ana, { id: bia.id })
  expect(await bar.room.edit(ana.visit, { name: 'X' })).toEqual({
    ok: false,
    code: 'visit_ended',
  })
})

test('T25 five photos an hour are a person’s limit', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  const answers: boolean[] = []
  for (let turn = 0; turn < LIMITS.photosPerHour + 2; turn += 1) {
    const photo = `/media/profiles/${turn}.webp`
    answers.push((await bar.room.edit(ana.visit, { photo })).ok)
  }
  expect(answers).toEqual([...Array(LIMITS.photosPerHour).fill(true), false, false])
})

test('T15 endless profile changes are throttled; later changes and leaving work', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.admit('Ana'), await bar.seat('Bia')]
  const edit = async (table: string) => {
    const answer = await bar.room.edit(ana.visit, { table })
    return answer.ok ? 'done' : answer.code
  }
  const answers: string[] = []
  for (let turn = 0; turn < LIMITS.changesBurst + 20; turn += 1) answers.push(await edit(`${turn}`))
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(LIMITS.changesBurst)
  expect(new Set(answers.slice(LIMITS.changesBurst))).toEqual(new Set(['rate_limited']))
  const refused = { ok: false, code: 'rate_limited' }
  expect(await bar.room.continueAs(ana.device)).toEqual(refused)
  expect(await bar.room.edit(bia.visit, { table: '9' })).toMatchObject({ ok: true })
  await bia.page.settle()
  const told = bia.page.events().filter(({ kind }) => kind === 'changed')
  expect(told.length).toBeLessThanOrEqual(LIMITS.changesBurst + 1)

  passTime(60_000 / LIMITS.changesPerMinute)
  expect(await edit('depois')).toBe('done')
  expect(await edit('logo')).toBe('rate_limited')
  expect(await bar.room.startLeaving(ana.visit)).toMatchObject({ ok: true })
  expect(await bar.room.stay(ana.visit)).toEqual(refused)
  passTime(60_000 / LIMITS.changesPerMinute - 1_000)
  expect(await bar.room.startLeaving(ana.visit)).toMatchObject({ ok: true })
})

test('T15 a device key does not lift the limit: repeated recovery is throttled', async () => {
  const bar = await Bar.open()
  const phone = '+5511987654321'
  const { device } = await bar.admit('Ana', { phone })
  const answers: string[] = []
  for (let turn = 0; turn < LIMITS.changesBurst + 10; turn += 1) {
    const answer = await bar.enter(new Person(bar, 'Ana'), { phone, device })
    answers.push(answer.ok ? 'in' : answer.code)
  }
  expect(new Set(answers.slice(0, LIMITS.changesBurst))).toEqual(new Set(['in']))
  expect(answers.at(-1)).toBe('rate_limited')
})

test('“Baixar meus dados” holds the own profile and the own conversations, and nothing else', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  await ana.tell(bia, 'minha')
  bia.say(ana, 'sua')
  bia.say(caio, 'não é dela')
  await ana.page.get('message')
  await caio.page.get('message')
  const answer = await bar.room.ownData(ana.visit)
  if (!answer.ok) throw new Error(answer.code)
  const { person, conversations } = answer.data
  expect([answer.data.bar, person.name]).toEqual([bar.barId, 'Ana'])
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
