import { test as base, expect } from '@playwright/test'
import { toPhone } from '#contract/phone.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { Person } from '#test/client/person.ts'
import { FakeServer } from '#test/fakes/fake-server.ts'
import type { TestAdmin } from '#test/server/admin-pool.ts'
import { takeAdmin } from '#test/server/admin-pool.ts'
import type { TestBar } from '#test/server/bar-pool.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import type { BuiltWorker } from '#test/server/built-worker.ts'
import { startBuiltWorker } from '#test/server/built-worker.ts'
import { TcpProxy } from '#test/server/tcp-proxy.ts'
import { makeState, removeState } from '#test/server/test-state.ts'
import { AdminPage } from './admin-page.ts'
import { closeCalls } from './close-calls.ts'
import type { Device, DeviceOptions } from './device.ts'
import { openDevice } from './device.ts'
import { MonitorPage } from './monitor-page.ts'
import { PersonPage } from './person-page.ts'
import type { PolicyViolations } from './policy-violations.ts'
import { watchPolicy } from './policy-violations.ts'

type TestFixtures = {
  /** Whether the browsers of all people translate their pages. */
  translates: boolean
  /** Fails the test for every policy violation of its pages. */
  violations: PolicyViolations
  /** A bar that no other test has been in. */
  bar: TestBar
  /** Answers the requests of the page as the API, and as the room of the bar. */
  fake: FakeServer
  /** A TCP proxy before the server. Its origin is an option of `device` and `person`. */
  line: TcpProxy
  /** Opens a separate browser context. Unexpected console lines fail the test. */
  device: (options?: DeviceOptions) => Promise<Device>
  /** The same, for a person of this name. With a table they have entered, and see the list. */
  person: (name: string, options?: DeviceOptions & PersonOptions) => Promise<PersonPage>
  /**
   * Enters the bar without a browser, which would cost more than a second of a core. Such a person can be
   * present, write and leave.
   */
  peer: (name: string, table?: string, phone?: string) => Promise<Person>
  /**
   * An administrator of the test's own. Without `password` they have an open session; with it they
   * have a link to set one (`unset`), a password (`set`), or have logged in with it (`used`).
   */
  admin: (options?: DeviceOptions & AdminOptions) => Promise<AdminPage>
  /** The same, for the monitor, which is not open yet. */
  monitor: (options?: DeviceOptions & AdminOptions) => Promise<MonitorPage>
}
type PersonOptions = { table?: string; phone?: string }
type AdminOptions = { password?: 'unset' | 'set' | 'used' }
type WorkerFixtures = {
  /** The built app, for this worker alone. */
  server: BuiltWorker & { stateDir: string; admin: TestAdmin }
}

/** All browsers of a test run come from one address, and nothing answers as a push service. */
const ONE_MACHINE = {
  LOGIN_TRIES_PER_NETWORK: '1000000',
  LOCAL_PUSH_SERVICE: 'http://127.0.0.1:9',
}

/** Playwright's test with the server of its worker, and the people of this product. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
    async ({}, use) => {
      const stateDir = makeState()
      const server = await startBuiltWorker({ stateDir, vars: ONE_MACHINE })
      await use({ ...server, stateDir, admin: takeAdmin(stateDir) })
      await server.stop()
      removeState(stateDir)
    },
    { scope: 'worker' },
  ],
  translates: [false, { option: true }],
  violations: [
    async ({ browser }, use) => {
      const violations = watchPolicy(browser)
      await use(violations)
      violations.stop()
      expect(violations.unexpected()).toEqual([])
    },
    { auto: true },
  ],
  bar: async ({ server }, use) => {
    await use(takeBar(server.stateDir))
    await closeCalls(server.origin, server.admin)
  },
  fake: async ({ page, server, bar }, use) => {
    await use(await FakeServer.start(page, server.origin, bar))
  },
  line: async ({ server }, use) => {
    const line = await TcpProxy.listen(() => Number(new URL(server.origin).port))
    await use(line)
    await line.stop()
  },
  device: async ({ browser, server, violations, translates }, use) => {
    const devices: Device[] = []
    await use(async (options = {}) => {
      violations.expected.push(...(options.expects ?? []))
      const device = await openDevice(browser, options.origin ?? server.origin, {
        translates,
        ...options,
      })
      devices.push(device)
      return device
    })
    for (const { context } of devices) await context.close()
    expect(devices.flatMap(({ complaints }) => complaints())).toEqual([])
  },
  person: async ({ device, bar }, use) => {
    await use(async (name, { table, phone, ...options } = {}) => {
      const person = new PersonPage(await device(options), name)
      if (table !== undefined) await person.enterBar(bar.id, table, phone)
      return person
    })
  },
  peer: async ({ server, bar }, use) => {
    const peers: Person[] = []
    await use(async (name, table = '2', phone = '') => {
      const network = nodeNetwork(() => server.origin)
      const profile = { name, table, phone: toPhone(phone) }
      const peer = await Person.enter(network, bar.id, profile, { scrolls: false })
      peers.push(peer)
      return peer.connect()
    })
    for (const peer of peers) peer.close()
  },
  monitor: async ({ admin }, use) => {
    await use(async (options) => new MonitorPage(await admin(options)))
  },
  admin: async ({ device, server }, use) => {
    await use(async ({ password, ...options } = {}) => {
      const admin = new AdminPage(await device(options), takeAdmin(server.stateDir))
      if (password === undefined) await admin.resume(server.origin)
      if (password === 'set' || password === 'used') await admin.setPassword()
      if (password === 'used') await admin.signIn()
      return admin
    })
  },
})

export { expect }
