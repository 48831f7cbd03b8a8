import { test as base, expect } from '@playwright/test'
import { takeAdmin } from '#test/server/admin-pool.ts'
import type { TestBar } from '#test/server/bar-pool.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import type { RestartableServer } from '#test/server/restartable-server.ts'
import { startRestartable } from '#test/server/restartable-server.ts'
import { TcpProxy } from '#test/server/tcp-proxy.ts'
import { makeState, removeState } from '#test/server/test-state.ts'
import { Administrator } from './administrator.ts'
import { BoardScreen } from './board-screen.ts'
import { Patron } from './patron.ts'
import type { Person, PersonOptions } from './person.ts'
import { openPerson } from './person.ts'

type TestFixtures = {
  /** A bar that no other test has been in. */
  bar: TestBar
  /** A line to the server, for whoever is brought in through its origin. */
  line: TcpProxy
  /** Brings in one more person, with a browser of their own. */
  person: (options?: PersonOptions) => Promise<Person>
  /** Brings in a patron of this name. */
  patron: (name: string, options?: PersonOptions) => Promise<Patron>
  /**
   * Brings in an administrator of their own: signed in by a session that was open before, or, where
   * `password` says what it is for, with one that was set by the link.
   */
  admin: (options?: PersonOptions & AdminOptions) => Promise<Administrator>
  /** Brings in an administrator for the monitor, which they have yet to open. */
  monitor: (options?: PersonOptions & AdminOptions) => Promise<BoardScreen>
}
type AdminOptions = { password?: 'unset' | 'set' | 'used' }
type WorkerFixtures = {
  /** The built app, for this worker alone. */
  server: RestartableServer
}

/** Playwright's test with the cast of this product. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
    async ({}, use) => {
      const stateDir = makeState()
      const server = await startRestartable(stateDir)
      await use(server)
      await server.stop()
      removeState(stateDir)
    },
    { scope: 'worker' },
  ],
  bar: async ({ server }, use) => {
    await use(takeBar(server.stateDir))
  },
  line: async ({ server }, use) => {
    const line = await TcpProxy.listen(() => Number(new URL(server.origin).port))
    await use(line)
    await line.stop()
  },
  person: async (
    {
      browser,
      server,
      contextOptions,
      viewport,
      isMobile,
      hasTouch,
      deviceScaleFactor,
      locale,
      timezoneId,
      serviceWorkers,
    },
    use,
  ) => {
    await server.start()
    const people: Person[] = []
    await use(async (options = {}) => {
      const context = {
        ...contextOptions,
        viewport,
        isMobile,
        hasTouch,
        deviceScaleFactor: deviceScaleFactor ?? 1,
        locale: locale ?? 'pt-BR',
        timezoneId: timezoneId ?? 'America/Sao_Paulo',
        serviceWorkers,
        ...options.context,
      }
      const person = await openPerson(browser, options.origin ?? server.origin, {
        ...options,
        context,
      })
      people.push(person)
      return person
    })
    for (const { context } of people) await context.close()
    expect(people.flatMap(({ complaints }) => complaints())).toEqual([])
  },
  patron: async ({ person }, use) => {
    await use(async (name, options) => new Patron(await person(options), name))
  },
  monitor: async ({ admin }, use) => {
    await use(async (options) => new BoardScreen(await admin(options)))
  },
  admin: async ({ person, server }, use) => {
    await use(async ({ password, ...options } = {}) => {
      const admin = new Administrator(await person(options), takeAdmin(server.stateDir))
      if (password === undefined) await admin.resume(server.origin)
      if (password === 'set' || password === 'used') await admin.setPassword()
      if (password === 'used') await admin.signIn()
      return admin
    })
  },
})

export { expect }
