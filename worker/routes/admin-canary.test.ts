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
  const tokens: string[] = []
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
  const bar = () => {
    const { ownerName, phone, document, email } = CANARIES
    return aNewBar({ ownerName, phone, document, email })
  }

  const link = await addPasswordLink(admin)
  tokens.push(link)
  const post = { method: 'POST' }
  const byLink = (password: string) => ({ ...post, json: { token: link, password } })
  await send(ADMIN_API.passwordLink, byLink(`${CANARIES.newPassword}${'x'.repeat(300)}`))
  await send(ADMIN_API.passwordLink, byLink(CANARIES.newPassword), broken)
  await send(ADMIN_API.passwordLink, byLink(CANARIES.newPassword))
  await send(ADMIN_API.passwordLink, byLink(CANARIES.newPassword))
  await send(ADMIN_API.session, { ...post, json: credentials(CANARIES.password) })
  await send(ADMIN_API.session, { ...post, json: { ...credentials(CANARIES.password), x: 1 } })
  await send(ADMIN_API.session, { ...post, json: { email: CANARIES.email, password: 1 } })
  const entered = await send(ADMIN_API.session, {
    ...post,
    json: credentials(CANARIES.newPassword),
  })
  const cookie = cookieOf(entered, '__Host-admin')
  tokens.push(cookie.slice('__Host-admin='.length))

  const withLogin = { ...bar(), login: CANARIES.login }
  expect((await send(ADMIN_API.bars, { ...post, json: withLogin, cookie })).status).toBe(201)
  const again = { ...withLogin, creationKey: crypto.randomUUID() }
  await send(ADMIN_API.bars, { ...post, json: again, cookie })
  await send(ADMIN_API.bars, { ...post, json: { ...withLogin, name: 'Outro' }, cookie })
  await send(ADMIN_API.bars, { ...post, json: bar(), cookie }, broken)
  await send(ADMIN_API.bars, { ...post, json: { ...bar(), document: '52998224726' }, cookie })
  await send(ADMIN_API.bars, { ...post, json: { ...bar(), [CANARIES.login]: 1 }, cookie })
  await send(ADMIN_API.photos, { ...post, type: 'image/png', body: CANARIES.ownerName, cookie })
  const MEDIA = { put: () => Promise.reject(new Error(CANARIES.phone)) } as unknown as R2Bucket
  const picture = { ...post, type: 'image/png', body: bytesOf('png'), cookie }
  await send(ADMIN_API.photos, picture, { MEDIA })
  await send(ADMIN_API.session, { method: 'DELETE', cookie })
  await send(ADMIN_API.bars, { cookie })

  const secrets = [...Object.values(CANARIES), ...tokens, admin.email, 'canario_9f3', '$brinde1$']
  expect(tokens.every((token) => token.length >= 43)).toBe(true)
  expect(heard.filter((text) => text.includes('"internal"')).length).toBeGreaterThanOrEqual(3)
  for (const text of [...lines, ...heard]) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  }
})
