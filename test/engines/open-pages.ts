import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API, BAR_PARAMETER } from '#contract/admin-paths.ts'
import { LANGUAGE_COOKIE, LANGUAGES, PORTUGUESE } from '#contract/languages.ts'
import type { PageRow } from '#contract/pages.ts'
import { isOfBar, isTranslated, needsLogin, PAGE_TABLE, PAGES } from '#contract/pages.ts'
import { OFFLINE_PAGE } from '#contract/paths.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { inRoot } from '#scripts/paths.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { Person as Peer } from '#test/client/person.ts'
import { IS_EVERY_SCREEN } from '#test/e2e/run-scope.ts'
import { listCutOff } from '#test/screens/find-faults.ts'
import { takeAdmin } from '#test/server/admin-pool.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import type { Engine, Size } from './engine.ts'
import { until } from './engine.ts'
import { KEYS, Person } from './person.ts'

const SIZES: Size[] = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
const PASSWORD = 'tres chopes e um pastel'
const PICTURES = inRoot('test-results/engines')
/** Firefox logs this when a page is left while it still loads a part. The other engines see a real failure. */
const CUT_SHORT =
  /A ServiceWorker intercepted the request|error loading dynamically imported module/
const UNKNOWN_PAGE = '/nao-existe'

/**
 * Opens every page of the product: as a stranger, as a person in a bar and as an administrator. In the
 * other languages too where `SCREENS=all`, as `npm run test:engines` wants it.
 */
export function openPages(name: string, start: (home: string) => Promise<Engine>): void {
  test(`every page fits its screen in ${name}`, async () => {
    const [origin, stateDir] = [inject('origin'), inject('stateDir')]
    const engine = await start(`${stateDir}/${name}-pages`)
    onTestFinished(() => engine.close())
    const bar = takeBar(stateDir)
    const profile = { name: 'Bia', table: '12', phone: null }
    const network = nodeNetwork(() => origin)
    const bia = await Peer.enter(network, bar.id, profile, { scrolls: false })
    onTestFinished(() => bia.close())
    await bia.connect()
    const toAddress = ({ path: pattern, openTo }: PageRow): string => {
      const path = pattern
        .replace(':barId', bar.id)
        .replace(':tableId', '7')
        .replace(':userId', bia.id)
      if (path.includes(':')) throw new Error(`Give ${pattern} a value for each of its parameters.`)
      return needsLogin({ path, openTo }) ? address(path, { [BAR_PARAMETER]: bar.id }) : path
    }
    const all = Object.values<PageRow>(PAGE_TABLE)
    const ofPatrons = [...all.filter(isTranslated).map(toAddress), OFFLINE_PAGE, UNKNOWN_PAGE]
    const portugueseOnly = all.filter((page) => !isTranslated(page)).map(toAddress)
    const withoutLogin = [PAGES.adminLogin, PAGES.joining]
    const languages = IS_EVERY_SCREEN ? LANGUAGES : [PORTUGUESE]
    const inBar = all.filter(({ path }) => isOfBar(path)).map(toAddress)

    const faults: string[] = []
    const walk = async ({ name: who, tab }: Person, paths: string[], language: string) => {
      for (const path of paths) {
        const [first] = SIZES
        if (first) await tab.resize(first)
        await tab.goTo(path)
        for (const size of SIZES) {
          await tab.resize(size)
          await untilAtRest(path, tab)
          const where = `${path}, ${who}, ${language}, ${size.width}`
          for (const fault of await tab.run(listCutOff)) faults.push(`${where}: ${fault}`)
          if (IS_EVERY_SCREEN) {
            mkdirSync(PICTURES, { recursive: true })
            const file = `${name} ${where}`.replaceAll(/\W+/g, '-')
            writeFileSync(`${PICTURES}/${file}.png`, await tab.takePicture())
          }
        }
      }
    }
    const choose = (person: Person, language: string) =>
      person.tab.run((cookie) => {
        // biome-ignore lint/suspicious/noDocumentCookie: not every engine has the Cookie Store API
        document.cookie = cookie
      }, `${LANGUAGE_COOKIE}=${language}; Path=/; Secure; SameSite=Lax`)
    const bringIn = async (who: string) => new Person(who, await engine.open(origin))

    const caio = await bringIn('Caio')
    const { email, linkToken: token } = takeAdmin(stateDir)
    const { status } = await fetch(`${origin}${ADMIN_API.passwordLink}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify({ token, password: PASSWORD }),
    })
    expect(status).toBe(204)
    await caio.tab.goTo(PAGES.adminLogin)
    await caio.fill('Email', email)
    await caio.fill('Senha', PASSWORD)
    await caio.click('button', 'Entrar')
    await caio.sees('Monitorar Bares')
    await walk(caio, portugueseOnly, PORTUGUESE)

    const eva = await bringIn('Eva')
    await walk(eva, withoutLogin, PORTUGUESE)
    for (const language of languages) {
      await choose(eva, language)
      await walk(eva, ofPatrons, language)
      expect(await eva.tab.run(() => document.documentElement.lang)).toBe(language)
    }

    const ana = await bringIn('Ana')
    await ana.tab.goTo(address(PAGES.table, { barId: bar.id, tableId: '7' }))
    await ana.fill('Nome ou Apelido', 'Ana')
    await ana.press(KEYS.enter)
    await ana.sees('Ana', 'Você')
    for (const language of languages) {
      await choose(ana, language)
      await walk(ana, inBar, language)
    }

    expect(faults).toEqual([])
    for (const { name: who, tab } of [eva, ana, caio])
      expect([who, tab.complaints().filter((line) => !CUT_SHORT.test(line))]).toEqual([who, []])
  })
}

/** Waits until the page has its content and loads nothing more. */
async function untilAtRest(path: string, tab: Person['tab']): Promise<void> {
  let before = ''
  await until(`${path} is at rest`, async () => {
    const now = await tab.run((loading) => {
      const { innerText } = document.body
      const isLoading = document.querySelector('.animate-pulse') || innerText.includes(loading)
      if (isLoading || !document.querySelector('h1')) return ''
      return `${performance.getEntriesByType('resource').length} ${innerText}`
    }, sharedTexts.loading)
    const isAtRest = now !== '' && now === before
    before = now
    return isAtRest
  })
}
