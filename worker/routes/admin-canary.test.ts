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
  password: 'canario-senha-9f3',
  newPassword: 'canario-nova-senha-9f3',
  ownerName: 'Canário Proprietário 9f3',
  phone: '+5511990009003',
  document: '52998224725',
  email: 'canario-9f3@bar.example',
  login: 'canario-login-9f3',
}

test('T43 no password, token, phone, document or email gets into a log line, an error or an address', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => lines.push(String(line)))
  const heard: string[] = []
  const admin = await addAdmin()

  const send = async (
    path: string,
    request: Parameters<typeof askAsAdmin>[1],
    bindings?: Partial<Env>,
  ) => {
    const answer = await askAsAdmin(path, { address: anAddress(), ...request }, bindings)
    if (!answer.ok) heard.push(await answer.clone().text())
    heard.push(path, answer.headers.get('Location') ?? '')
    return answer
  }
  const broken = {
    DB: withQueries((query) =>
      query.includes('admin_sessions') ? query : 'SELECT * FROM canario_9f3',
    ),
  }
  const credentials = (password: string) => ({ email: admin.email, password })
  const { ownerName, phone, document, email } = CANARIES
  const bar = () => aNewBar({ ownerName, phone, document, email })

  const link = await addPasswordLink(admin)
  const post = { method: 'POST' }
  const byLink = (password: string) => ({ ...post, json: { token: link, password } })
  await send(ADMIN_API.passwordLink, byLink(`${CANARIES.newPassword}${'x'.repeat(300)}`))
  await send(ADMIN_API.passwordLink, byLink(CANARIES.newPassword), broken)
  for (const _ of [1, 2]) await send(ADMIN_API.passwordLink, byLink(CANARIES.newPassword))
  for (const json of [
    credentials(CANARIES.password),
    { ...credentials(CANARIES.password), x: 1 },
    { email: CANARIES.email, password: 1 },
  ]) {
    await send(ADMIN_API.session, { ...post, json })
  }
  const json = credentials(CANARIES.newPassword)
  const cookie = cookieOf(await send(ADMIN_API.session, { ...post, json }), '__Host-admin')
  const tokens = [link, cookie.slice('__Host-admin='.length)]

  const withLogin = { ...bar(), login: CANARIES.login }
  expect((await send(ADMIN_API.bars, { ...post, json: withLogin, cookie })).status).toBe(201)
  await send(ADMIN_API.bars, { ...post, json: bar(), cookie }, broken)
  for (const json of [
    { ...withLogin, creationKey: crypto.randomUUID() },
    { ...withLogin, name: 'Outro' },
    { ...bar(), document: '52998224726' },
    { ...bar(), [CANARIES.login]: 1 },
  ]) {
    await send(ADMIN_API.bars, { ...post, json, cookie })
  }
  const picture = { ...post, type: 'image/png', cookie }
  await send(ADMIN_API.photos, { ...picture, body: CANARIES.ownerName })
  const MEDIA = { put: () => Promise.reject(new Error(CANARIES.phone)) } as unknown as R2Bucket
  await send(ADMIN_API.photos, { ...picture, body: bytesOf('png') }, { MEDIA })
  await send(ADMIN_API.session, { method: 'DELETE', cookie })
  await send(ADMIN_API.bars, { cookie })

  const secrets = [...Object.values(CANARIES), ...tokens, admin.email, 'canario_9f3', '$brinde1$']
  expect(tokens.every((token) => token.length >= 43)).toBe(true)
  expect(heard.filter((text) => text.includes('"internal"')).length).toBeGreaterThanOrEqual(3)
  for (const text of [...lines, ...heard]) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  }
})
