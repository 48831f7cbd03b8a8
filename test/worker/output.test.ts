import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { API } from '#contract/paths.ts'
import type { Question } from '#test/client/api.ts'
import { ask, enterBar, toBearer } from '#test/client/api.ts'
import { HostilePerson } from '#test/client/hostile-person.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { takeAdmin } from '#test/server/admin-pool.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { startBuiltWorker } from '#test/server/built-worker.ts'
import { makeState, removeState } from '#test/server/test-state.ts'

const MARK = crypto.randomUUID().slice(0, 8)
const CANARIES = {
  name: `Zenaide ${MARK}`,
  phone: `+55119${String(Number.parseInt(MARK, 16) % 1e8).padStart(8, '0')}`,
  text: `uma frase ${MARK}`,
  search: `procura ${MARK}`,
  password: `senha de canario ${MARK}`,
  wrong: `senha errada ${MARK}`,
  email: `canario-${MARK}@bar.example`,
  owner: `Proprietário ${MARK}`,
  key: `chave-${MARK}`,
  login: `login-${MARK}`,
  document: '52998224725',
}

test('T43 the server prints no password, phone, message, token or email on any failure', async () => {
  const stateDir = makeState()
  const server = await startBuiltWorker({ stateDir })
  const failures: string[] = []
  const tokens: string[] = []
  const { send } = nodeNetwork(() => server.origin)
  const tell = async (path: string, question: Question) => {
    const answer = await ask(send, path, question)
    const text = await answer.text()
    if (!answer.ok) failures.push(`${answer.status} ${text} ${answer.headers.get('Location')}`)
    tokens.push(...answer.headers.getSetCookie().flatMap((line) => line.match(/[\w-]{43}/g) ?? []))
  }
  try {
    const { id: barId } = takeBar(stateDir)
    // A password that is set ends the sessions of its account.
    const [admin, other] = [takeAdmin(stateDir), takeAdmin(stateDir)]
    tokens.push(admin.linkToken, other.sessionToken)
    const asAdmin = { Cookie: `__Host-admin=${other.sessionToken}` }
    const { name, phone, text, search, password, wrong, email, key } = CANARIES
    const { owner: ownerName, document, login } = CANARIES
    const entered = await enterBar(send, barId, { name, phone })
    const zenaide = await HostilePerson.come({ origin: server.origin, barId }, { entered })
    const { secret, deviceKey, mark } = entered
    tokens.push(secret, deviceKey, String(mark))
    const post = { method: 'POST' }

    const visit = address(API.visit, { barId })
    const link = { token: admin.linkToken, password }
    const change = { current: wrong, password: `${password}!` }
    const bar = aNewBar({ ownerName, phone, email, document, login })
    const others = [
      { creationKey: crypto.randomUUID() },
      { name: 'Outro' },
      { [key]: 1 },
      { phone: key },
      { document: key },
    ]
    const bars = [bar, ...others.map((changes) => ({ ...bar, ...changes }))]
    const everything: [path: string, question: Question][] = [
      [address(API.people, { barId }), { ...post, json: aProfile({ name, phone, deviceKey }) }],
      [address(API.people, { barId }), { ...post, json: { ...aProfile({ name }), [key]: phone } }],
      [address(API.people, { barId }), { ...post, json: aProfile({ name: name.repeat(9), mark }) }],
      [
        address(API.people, { barId: 'AAAAAA' }),
        { ...post, json: aProfile({ name, phone, mark }) },
      ],
      [visit, { headers: toBearer(secret) }],
      [visit, { headers: toBearer(`${secret}x`) }],
      [visit, { method: 'PATCH', headers: toBearer(secret), json: { phone: search } }],
      [ADMIN_API.session, { ...post, json: { email, password } }],
      [ADMIN_API.session, { ...post, json: { email: admin.email, password: wrong } }],
      [ADMIN_API.session, { ...post, json: { email, password, [key]: 1 } }],
      [ADMIN_API.passwordLink, { ...post, json: { ...link, password: 'Password1234' } }],
      [ADMIN_API.passwordLink, { ...post, json: { ...link, password: password.repeat(20) } }],
      [ADMIN_API.passwordLink, { ...post, json: link }],
      [ADMIN_API.passwordLink, { ...post, json: link }],
      [ADMIN_API.session, { ...post, json: { email: admin.email, password } }],
      [ADMIN_API.password, { method: 'PUT', headers: asAdmin, json: change }],
      ...bars.map((json): [string, Question] => [
        ADMIN_API.bars,
        { ...post, headers: asAdmin, json },
      ]),
      [ADMIN_API.bars, { headers: asAdmin }],
      [ADMIN_API.monitor, { headers: asAdmin }],
    ]
    const askEverything = async () => {
      for (const [path, question] of everything) await tell(path, question)
    }

    for (const frame of [
      { type: 'say', id: crypto.randomUUID(), to: zenaide.id, text },
      { type: 'search', text: search },
      { type: 'say', id: key, to: phone, text },
      { type: 'history', personId: text },
    ])
      zenaide.socket.send(JSON.stringify(frame))
    zenaide.socket.send(`{"type":"say","text":"${text}`)
    await askEverything()
    for (const file of globSync(join(stateDir, 'v3/d1/*/*.sqlite'))) breakDatabase(file)
    await askEverything()
    await tell(address(API.visit, { barId }), { method: 'DELETE', headers: toBearer(secret) })
    zenaide.socket.reset()
    await server.stop()

    expect(failures.filter((text) => text.startsWith('500 ')).length).toBeGreaterThan(3)
    const seen = [...failures, server.output()]
    expect(server.output()).toContain('request_failed')
    // The second form asks for the first bar's login, and the third repeats its creation key.
    expect(failures.join()).toMatch(/"login_taken".*"conflict"/)
    const secrets = [
      ...Object.values(CANARIES),
      phone.slice(3),
      admin.email,
      ...tokens,
      '$brinde1$',
    ]
    expect(secrets.filter((one) => seen.some((text) => text.includes(one)))).toEqual([])
    expect(seen.some((text) => text.includes(MARK))).toBe(false)
  } finally {
    await server.stop()
    removeState(stateDir)
  }
})

/** Takes away what the statements of logins and bars ask for. */
function breakDatabase(file: string): void {
  // The running server may be writing.
  const database = new DatabaseSync(file, { timeout: 60_000 })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  for (const { name } of tables)
    if (['accounts', 'bars', 'password_links'].includes(String(name)))
      database.exec(`ALTER TABLE ${name} RENAME TO gone_${name}`)
  database.close()
}
