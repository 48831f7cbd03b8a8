import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { addAdmin } from '#test/worker/admin.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import type { LoginGate, LoginTry } from './login-gate.ts'
import { readTriesPerNetwork } from './login-gate.ts'
import type { Cost } from './passwords.ts'
import { COST } from './passwords.ts'

/** A hash at today's cost begins with this. */
const AT_COST = `$brinde1$ln=${COST.logN},r=${COST.r},p=${COST.p}`

/** Counts the scrypt runs and makes them cheap. */
async function openGate(): Promise<{ gate: DurableObjectStub<LoginGate>; costs: Cost[] }> {
  const gate = env.LOGIN_GATE.getByName(crypto.randomUUID())
  const costs: Cost[] = []
  await runInDurableObject(gate, (instance) => {
    const { scrypt } = instance
    instance.scrypt = (password, salt, cost) => {
      costs.push(cost)
      return scrypt(password, salt, { ...cost, logN: 4 })
    }
  })
  return { gate, costs }
}

const unknown = (): LoginTry => aTry(`${crypto.randomUUID()}@brinde.test`)

function aTry(email: string, password = 'não é esta'): LoginTry {
  return { email, password, account: email, place: crypto.randomUUID(), isKnownDevice: false }
}

test.each([false, true])(
  'T31 many logins at once (known device: %s): one is checked, four wait, the rest are refused',
  async (isKnownDevice) => {
    const { gate, costs } = await openGate()
    // All calls come in one turn of the object; else some checks would finish before the last call.
    const answers = await runInDurableObject(gate, (instance) =>
      Promise.all(
        Array.from({ length: 40 }, () => instance.check({ ...unknown(), isKnownDevice })),
      ),
    )
    const refused = answers.filter((answer) => !answer.ok && answer.code === 'throttled')
    expect([costs.length, refused.length]).toEqual([5, 35])
    for (const answer of refused) expect(answer).toMatchObject({ retryAfterSeconds: 2 })
    await expect(gate.check(unknown())).resolves.toMatchObject({ code: 'wrong_credentials' })
  },
)

test('T70 right logins of one account in parallel leave places to the known devices of others', async () => {
  const [ana, bia] = [await addAdmin(), await addAdmin()]
  const { gate } = await openGate()
  const known = ({ email, password }: typeof ana) => ({
    ...aTry(email, password),
    isKnownDevice: true,
  })
  const answers = await runInDurableObject(gate, (instance) =>
    Promise.all([ana, ana, ana, ana, ana, ana, ana, bia].map((one) => instance.check(known(one)))),
  )
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, ...Array(5).fill(false), true])
})

test('T29 known devices and new passwords are checked first, even when strangers hold all their places', async () => {
  const { email, password } = await addAdmin()
  const { gate } = await openGate()
  const order: string[] = []
  const note = async (who: string, asked: Promise<{ ok: boolean }>) => {
    order.push(`${who} ${(await asked).ok}`)
  }
  await runInDurableObject(gate, async (instance) => {
    const strangers = Array.from({ length: 40 }, () => instance.check(unknown()))
    const known = { ...aTry(email, password), isKnownDevice: true }
    await Promise.all([
      note(
        'strangers',
        Promise.all(strangers).then(() => ({ ok: false })),
      ),
      note('named', instance.check(aTry(email, password))),
      note('known', instance.check(known)),
      note('new password', instance.hash('uma frase bem nova', 'new')),
    ])
  })
  expect(order).toEqual(['named false', 'new password true', 'known true', 'strangers false'])
})

test('T30 a wrong password and an unknown email cost one scrypt each and get the same answer', async () => {
  const { email } = await addAdmin(COST)
  const { gate, costs } = await openGate()
  const answers = [await gate.check(aTry(email)), await gate.check(unknown())]
  expect(answers[0]).toEqual(answers[1])
  expect(costs).toEqual([COST, COST])
})

test.each([
  ['at another cost', env.PASSWORD_PEPPER, 1],
  ['under a former pepper', `2:${'a-new-pepper-'.repeat(3)} 1:${env.PASSWORD_PEPPER}`, 2],
])('T32 only a correct login replaces a hash %s', async (_, PASSWORD_PEPPER, number) => {
  const { email, password } = await addAdmin()
  const { gate } = await openGate()
  await runInDurableObject(gate, (instance) =>
    Reflect.set(instance, 'env', { ...env, PASSWORD_PEPPER }),
  )
  const row = env.DB.prepare('SELECT password_hash FROM accounts WHERE email = ?').bind(email)
  const before = await row.first('password_hash')
  await gate.check(aTry(email, 'errada'))
  expect(await row.first('password_hash')).toBe(before)
  expect(await gate.check(aTry(email, password))).toMatchObject({ ok: true })
  expect(await row.first('password_hash')).toContain(`${AT_COST},k=${number}$`)
  expect(await gate.check(aTry(email, password))).toMatchObject({ ok: true })
})

test('T28 a throttled login costs no scrypt, and the right password works after the wait', async () => {
  stopClock()
  const { email, password } = await addAdmin()
  const { gate, costs } = await openGate()
  const place = 'here'
  for (let tries = 0; tries < 5; tries += 1) await gate.check({ ...aTry(email), place })
  costs.length = 0
  const refused = await gate.check({ ...aTry(email, password), place })
  expect([refused, costs]).toEqual([{ ok: false, code: 'throttled', retryAfterSeconds: 1 }, []])
  passTime(1_000)
  expect(await gate.check({ ...aTry(email, password), place })).toMatchObject({ ok: true })
})

test('the alarm erases old counts, and is set again only while there are others', async () => {
  const { gate } = await openGate()
  await gate.admitNetwork('network', 'network')
  const count = () =>
    runInDurableObject(gate, (_, { storage }) =>
      storage.sql.exec('SELECT * FROM networks').toArray(),
    )
  await runDurableObjectAlarm(gate)
  expect(await count()).toHaveLength(1)
  await runInDurableObject(gate, (_, { storage }) => {
    storage.sql.exec('UPDATE networks SET last_at = 0')
  })
  expect(await runDurableObjectAlarm(gate)).toBe(true)
  expect(await count()).toHaveLength(0)
  expect(await runDurableObjectAlarm(gate)).toBe(false)
})

test('T43 no email, address or password is stored in the gate', async () => {
  const { gate } = await openGate()
  await gate.check({ ...unknown(), account: 'hash', place: 'hash', password: 'canary' })
  const rows = await runInDurableObject(gate, (_, { storage }) =>
    JSON.stringify(storage.sql.exec('SELECT * FROM buckets').toArray()),
  )
  expect(rows).not.toMatch(/canary|@brinde/)
})

test('T28 the tries per network are a setting, and an invalid number throws', () => {
  const readTries = (text: string) => readTriesPerNetwork({ LOGIN_TRIES_PER_NETWORK: text })
  expect(readTries('30')).toBe(30)
  for (const text of ['', '0', '-1', '3.5', '30 tries', '1e3', 'NaN'])
    expect(() => readTries(text), text).toThrow()
})

test('T43 a failed check does not count as a try, and its error carries no word of the query', async () => {
  const canary = 'canario@brinde.test'
  const lines: unknown[] = []
  for (const method of ['error', 'warn', 'log', 'info', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => void lines.push(...values))
  }
  const { gate } = await openGate()
  const fail = () => Promise.reject(new Error(`D1_ERROR: no such column: SQLITE_ERROR ${canary}`))
  const statement = { bind: () => statement, all: fail, raw: fail, run: fail }
  const DB = { prepare: () => statement }
  await runInDurableObject(gate, (instance) => Reflect.set(instance, 'env', { ...env, DB }))
  // One place has fewer free tries than this.
  for (let tries = 1; tries <= 7; tries += 1) {
    const asked = gate.check({ ...aTry(canary), place: 'here' })
    const error: unknown = await asked.catch((thrown: unknown) => thrown)
    if (!(error instanceof Error)) throw new Error('nothing failed')
    expect(error.message).toBe('object failed D1_ERROR SQLITE_ERROR')
    const seen = [...lines, error.message, error.stack, JSON.stringify(error), error.cause]
    expect(seen.filter((text) => String(text).includes('canario'))).toEqual([])
  }
  const events = lines.map((line) => JSON.parse(String(line)).event)
  expect(events).toEqual(Array(7).fill('object_failed'))
})
