import { expect, test, vi } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { bytesOf } from '#test/fakes/pictures.ts'
import {
  addAdmin,
  addPasswordLink,
  anAddress,
  askAsAdmin,
  cookieOf,
  withQueries,
} from '#test/worker/admin.ts'

const CANARIES = {
  ...{ password: 'canario-senha-9f3', newPassword: 'canario-nova-senha-9f3' },
  ...{ ownerName: 'Canário Proprietário 9f3', phone: '+5511990009003', document: '52998224725' },
  ...{ email: 'canario-9f3@bar.example', login: 'canario-login-9f3' },
}

test('T43 no password, token, phone, document or email gets into a log line, an error or an address', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => lines.push(String(line)))
  const heard: string[] = []
  const admin = await addAdmin()
  const link = await addPasswordLink(admin)
  const tokens = [link]
  let cookie = ''
  /** With the cookie of the login, once there is one. */
  const send = async (path: string, request: object, bindings: Partial<Env> = {}) => {
    const by = { method: 'POST', address: anAddress(), cookie }
    const answer = await askAsAdmin(path, { ...by, ...request }, bindings)
    if (!answer.ok) heard.push(await answer.clone().text())
    heard.push(path, answer.headers.get('Location') ?? '')
    return answer
  }
  const broken = {
    DB: withQueries((query) =>
      query.includes('admin_sessions') ? query : 'SELECT * FROM canario_9f3',
    ),
  }
  const byLink = { token: link, password: CANARIES.newPassword }
  const email = admin.email
  for (const [path, json, bindings] of [
    [ADMIN_API.passwordLink, { ...byLink, password: `${byLink.password}${'x'.repeat(300)}` }],
    [ADMIN_API.passwordLink, byLink, broken],
    [ADMIN_API.passwordLink, byLink],
    [ADMIN_API.passwordLink, byLink],
    [ADMIN_API.session, { email, password: CANARIES.password }],
    [ADMIN_API.session, { email, password: CANARIES.password, x: 1 }],
    [ADMIN_API.session, { email: CANARIES.email, password: 1 }],
  ] as [string, object, Partial<Env>?][]) {
    await send(path, { json }, bindings)
  }
  const entered = await send(ADMIN_API.session, { json: { email, password: byLink.password } })
  cookie = cookieOf(entered, '__Host-admin')
  tokens.push(cookie.slice('__Host-admin='.length))

  const { ownerName, phone, document } = CANARIES
  const bar = () => aNewBar({ ownerName, phone, document, email: CANARIES.email })
  const withLogin = { ...bar(), login: CANARIES.login }
  expect((await send(ADMIN_API.bars, { json: withLogin })).status).toBe(201)
  const picture = { type: 'image/png', body: bytesOf('png') }
  const MEDIA = { put: () => Promise.reject(new Error(phone)) } as unknown as R2Bucket
  for (const [path, request, bindings] of [
    [ADMIN_API.bars, { json: { ...withLogin, creationKey: crypto.randomUUID() } }],
    [ADMIN_API.bars, { json: { ...withLogin, name: 'Outro' } }],
    [ADMIN_API.bars, { json: bar() }, broken],
    [ADMIN_API.bars, { json: { ...bar(), document: '52998224726' } }],
    [ADMIN_API.bars, { json: { ...bar(), [CANARIES.login]: 1 } }],
    [ADMIN_API.photos, { ...picture, body: ownerName }],
    [ADMIN_API.photos, picture, { MEDIA }],
    [ADMIN_API.session, { method: 'DELETE' }],
    [ADMIN_API.bars, { method: 'GET' }],
  ] as [string, object, Partial<Env>?][]) {
    await send(path, request, bindings)
  }

  const secrets = [...Object.values(CANARIES), ...tokens, admin.email, 'canario_9f3', '$brinde1$']
  expect(tokens.every((token) => token.length >= 43)).toBe(true)
  expect(heard.filter((text) => text.includes('"internal"')).length).toBeGreaterThanOrEqual(3)
  for (const text of [...lines, ...heard]) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  }
})
