import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import type { AdminBar, AdminBarList } from '#contract/admin-bar.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { NewBarRequest } from '#contract/bar-form.ts'
import { newBarSchema } from '#contract/bar-form.ts'
import { LIMITS } from '#contract/limits.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { addAdmin, askAsAdmin, signIn, upload } from '#test/worker/admin.ts'
import { failureOf, ORIGIN, outcomeOf } from '#test/worker/requests.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

const token = await signIn(await addAdmin())
const create = (json: unknown, bindings: Partial<Env> = {}) =>
  askAsAdmin(ADMIN_API.bars, { method: 'POST', json, token }, bindings)
const created = async (changes: Partial<NewBarRequest> = {}) => {
  const answer = await create(aNewBar(changes))
  expect(answer.status).toBe(201)
  return answer.json<AdminBar>()
}
const list = async (after?: string) =>
  (await askAsAdmin(address(ADMIN_API.bars, { after }), { token })).json<AdminBarList>()
const countBars = () =>
  env.DB.prepare('SELECT COUNT(*) AS n FROM bars WHERE deleted_at IS NULL').first<number>('n')

const WHOLE = {
  name: '"); DROP TABLE bars; --',
  ownerName: "'); DROP TABLE bars; --",
  document: '12ABC34501DE35',
  address: "' || (SELECT password_hash FROM accounts) || '",
  number: '1500',
  neighborhood: '%_\\ <script>alert(1)</script>',
  city: 'São Paulo',
  state: 'PE',
  timeZone: 'America/Noronha',
  phone: '+5511987654321',
  email: 'ze@boteco.example',
  subscriptionPlan: 'quarterly',
  description: 'Samba às quintas.\n\nChope gelado.',
  tonight: 'Hoje: roda de samba às 21h 🎶',
} as const

test('T39 a bar is stored with all fields of its form, unchanged', async () => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  const login = `ze-${crypto.randomUUID().slice(0, 8)}`
  const [logo, photo] = [await upload(token, ADMIN_API.logos), await upload(token)]
  const cover = await upload(token, ADMIN_API.covers)
  const bar = await created({ ...WHOLE, login, logoUrl: logo, photoUrls: [photo], coverUrl: cover })
  expect(bar).toEqual({
    ...WHOLE,
    login,
    id: expect.stringMatching(/^[2-9A-HJKMNP-TV-Z]{6}$/),
    qrCode: `${ORIGIN}/bar/${bar.id}`,
    logoUrl: logo,
    photoUrls: [photo],
    coverUrl: cover,
    role: 'admin',
    paused: false,
    asksForCode: false,
    revision: 1,
    createdAt: expect.any(Number),
  })
  // The log has one event with the bar's id, and no temporary password.
  const lines = spy.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines).toEqual([{ event: 'bar_welcome_email_pending', level: 'info', barId: bar.id }])
})

test('bars are listed newest first, page by page, with the total count', async () => {
  stopClock()
  const made = [(await created()).id]
  passTime(1)
  made.unshift((await created()).id)
  // Other tests' bars are listed too, and their clocks may be ahead.
  const listed = (await list()).bars.map(({ id }) => id).filter((id) => made.includes(id))
  expect(listed).toEqual(made)
  const insert = env.DB.prepare(
    "INSERT INTO bars (id, name, address, city, created_at) VALUES (?, 'Antigo', 'Rua', 'Cidade', ?)",
  )
  const old = Array.from({ length: LIMITS.barsPage }, (_, index) =>
    insert.bind(
      `Z${22_222 + index}`.replaceAll('0', 'A').replaceAll('1', 'B'),
      Math.floor(index / 3),
    ),
  )
  await env.DB.batch(old)
  const all: string[] = []
  let page = await list()
  const { total } = page
  expect(page.bars).toHaveLength(LIMITS.barsPage)
  for (;;) {
    all.push(...page.bars.map(({ id }) => id))
    if (!page.next) break
    passTime(1_000) // other tests' bars are many pages
    page = await list(page.next)
  }
  expect([all.length, new Set(all).size]).toEqual([total, await countBars()])
  for (const after of ['x', '1', '1.', '1.AAAAAA; DROP', '-1.AAAAAA', '']) {
    const path = `${ADMIN_API.bars}?after=${encodeURIComponent(after)}`
    expect(await failureOf(await askAsAdmin(path, { token }))).toBe('400 invalid_request')
  }
})

test('T34 a new bar shows no picture of another one, and its repeated form keeps its own', async () => {
  const logoUrl = await upload(token, ADMIN_API.logos)
  const form = aNewBar({ logoUrl })
  expect((await create(form)).status).toBe(201)
  expect((await create(form)).status).toBe(200)
  expect(await failureOf(await create(aNewBar({ logoUrl })))).toBe('422 picture_gone')
})

test('T35 R21 the QR code is the bar’s address on this site, and is not stored', async () => {
  const bar = await created()
  const listed = (await list()).bars.find(({ id }) => id === bar.id)
  expect(listed?.qrCode).toBe(`${ORIGIN}/bar/${bar.id}`)
  const stored = await env.DB.prepare('SELECT * FROM bars WHERE id = ?').bind(bar.id).first()
  expect(JSON.stringify(stored)).not.toContain(ORIGIN)
  await env.DB.prepare('DELETE FROM bars WHERE id = ?').bind(bar.id).run()
})

test('T25 T46 fifty equal submits make one bar; other contents or a sixth or double photo make none', async () => {
  const photos = await Promise.all(Array.from({ length: 6 }, () => upload(token)))
  const form = aNewBar({ photoUrls: photos.slice(0, 5) })
  const before = (await countBars()) ?? 0
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(form)))
  const bars = await Promise.all(answers.map((answer) => answer.json<AdminBar>()))
  expect(new Set(bars.map(({ id }) => id)).size).toBe(1)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(bars[0]?.photoUrls).toEqual(form.photoUrls)
  expect(await failureOf(await create({ ...form, name: 'Outro nome' }))).toBe('409 conflict')
  const forms = Array.from({ length: 50 }, (_, index) =>
    aNewBar({ photoUrls: index % 2 ? photos : [photos[0] ?? '', photos[0] ?? ''] }),
  )
  for (const answer of await Promise.all(forms.map((form) => create(form)))) {
    expect(await failureOf(answer)).toBe('400 invalid_request')
  }
  expect((await create(form)).status).toBe(200)
  expect(await countBars()).toBe(before + 1)
})

test('T46 one of fifty concurrent new bars gets their common login', async () => {
  const login = `disputado-${crypto.randomUUID().slice(0, 8)}`
  const forms = Array.from({ length: 50 }, () => aNewBar({ login }))
  const outcomes = await Promise.all(forms.map((form) => outcomeOf(create(form))))
  expect(outcomes.sort()).toEqual(['201', ...Array(49).fill('409 login_taken')])
})

test('T9 an unknown field makes no bar', async () => {
  const before = await countBars()
  const names = [
    'id',
    'createdAt',
    'created_at',
    'revision',
    'qrCode',
    'url',
    'role',
    'ownerId',
    'logo',
    'photos',
  ]
  const key = fc.oneof(fc.constantFrom(...names), fc.string({ minLength: 1 }))
  await fc.assert(
    fc.asyncProperty(key, fc.jsonValue(), async (extra, value) => {
      fc.pre(!Object.hasOwn(newBarSchema.entries, extra))
      const json = Object.fromEntries([...Object.entries(aNewBar()), [extra, value]])
      expect(await failureOf(await create(json))).toBe('400 invalid_request')
    }),
    { numRuns: runs(100, 10_000) },
  )
  expect(await countBars()).toBe(before)
})

test('a picture that was never uploaded, or is of another kind, makes no bar', async () => {
  const [logo, photo] = [await upload(token, ADMIN_API.logos), await upload(token)]
  const unknown = photo.replace(/[\w-]{32}/, 'A'.repeat(32))
  expect(await failureOf(await create(aNewBar({ photoUrls: [unknown] })))).toBe('422 picture_gone')
  for (const wrong of [
    { logoUrl: photo },
    { photoUrls: [logo] },
    { logoUrl: 'https://evil.example/x.png' },
    { logoUrl: '/media/logos/../photos/x.png' },
  ]) {
    expect(await failureOf(await create(aNewBar(wrong)))).toBe('400 invalid_request')
  }
})
