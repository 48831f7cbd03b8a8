import type { Page } from '@playwright/test'
import { sharedTexts } from '#contract/texts/shared.ts'
import { people } from '#test/fakes/people.ts'
import { inList } from '#test/screens/scene.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { untilHydrated } from './hydration.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Counts the view transitions that the page starts. */
async function countTransitions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = document as Document & { begun: number }
    counted.begun = 0
    const begin = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      counted.begun += 1
      return begin(options)
    }
  })
  return () => page.evaluate(() => (document as Document & { begun: number }).begun)
}

/** Opens the start page and waits until it is hydrated: before that a link loads a document. */
async function openStart(page: Page): Promise<void> {
  await page.goto('/')
  await untilHydrated(page, '#root a')
}

/** Pauses the next view transition for ever. */
async function fadeForEver(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const begin = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const transition = begin(options)
      void transition.ready.then(() => {
        for (const animation of document.getAnimations()) animation.pause()
        document.documentElement.dataset.fading = ''
      })
      return transition
    }
  })
}

test('one page fades into the next, where the browser can, and once for a link that is pressed twice', async ({
  device,
}) => {
  const { page } = await device()
  const begun = await countTransitions(page)
  await openStart(page)
  const release = await holdRequests(page, '**/assets/bar-access-page-*.js')
  const link = page.getByRole('link', { name: 'Acessar um Bar' })
  await link.click()
  await link.click()
  release()
  await expect(page.getByText('Acesse um bar para começar')).toBeVisible()
  await expect.poll(begun).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(link).toBeVisible()
})

type Change = (begin: typeof document.startViewTransition) => typeof begin

/** Reasons for which browsers skip a transition. Each replaces `startViewTransition`. */
const SKIPS: Record<string, Change | string> = {
  'the page itself, for a press': (begin) => (options) => {
    const transition = begin(options)
    transition.skipTransition()
    return transition
  },
  'another transition': (begin) => (options) => {
    const transition = begin(options)
    begin(() => {})
    return transition
  },
  'a hidden page, in the words of Firefox': toSkip('InvalidStateError'),
  'a phone that takes more than four seconds': toSkip('TimeoutError'),
}

/** Returns a script as text, because the page evaluates it. */
function toSkip(name: string) {
  return `(begin) => (options) => {
    const transition = begin(options)
    transition.skipTransition()
    const ready = transition.ready.catch(() => {
      throw new DOMException('Skipped ViewTransition', '${name}')
    })
    return Object.defineProperty(transition, 'ready', { value: ready })
  }`
}

async function changeTransitions(page: Page, change: unknown): Promise<void> {
  await page.waitForLoadState('networkidle')
  const begin = 'document.startViewTransition'
  await page.evaluate(`void (${begin} = (${change})(${begin}.bind(document)))`)
}

test('a page opens without an error when its view transition is skipped', async ({ device }) => {
  const { page } = await device()
  for (const [reason, skip] of Object.entries(SKIPS)) {
    await test.step(`by ${reason}`, async () => {
      await openStart(page)
      await changeTransitions(page, skip)
      await page.getByRole('link', { name: 'Acessar um Bar' }).click()
      await expect(page.getByText('Acesse um bar para começar')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await expect(page.locator('html:active-view-transition')).toHaveCount(0)
    })
  }
})

test('an error of the page in a view transition is reported', async ({ device }) => {
  const { page, complaints } = await device({ expects: [/page error: no page for you/] })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await openStart(page)
  const fail =
    (begin: typeof document.startViewTransition) => (options: StartViewTransitionOptions) =>
      begin({
        ...options,
        update: () => {
          throw new DOMException('no page for you', 'AbortError')
        },
      })
  await changeTransitions(page, fail)
  await page.getByRole('link', { name: 'Acessar um Bar' }).click()
  await expect.poll(() => errors).toContain('no page for you')
  expect(complaints()).toEqual([])
})

test('a hydration mismatch is reported', async ({ device }) => {
  const { page } = await device({
    expects: [/Minified React error #418/],
  })
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('Acessar um Bar', 'Outro texto')
    await route.fulfill({ response, body })
  })
  const error = page.waitForEvent('pageerror')
  await page.goto('/')
  expect((await error).message).toContain('#418')
})

test('searching starts no view transition and loses no key', async ({ fake, page }) => {
  const begun = await countTransitions(page)
  await inList({ people: people(40) })(fake)
  await page.waitForLoadState('networkidle')
  const before = await begun()
  const search = page.getByRole('searchbox')
  await search.pressSequentially('yasmin')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expect(search).toHaveValue('yasmin')
  expect(await begun()).toBe(before)
})

test('R6 a page that misses a file after a deploy loads anew once, where it is and with what was typed', async ({
  bar,
  device,
}) => {
  const { page } = await device({ expects: [/status of 404/, /dynamically imported module/] })
  await page.goto(`/bar/${bar.id}/table/7`)
  await untilHydrated(page, 'form a')
  const name = page.getByRole('textbox', { name: 'Nome ou Apelido' })
  await name.fill('Ana')
  const missing = '**/assets/legal-page-*.js'
  await page.route(missing, (route) => route.fulfill({ status: 404 }))
  let loads = 0
  await page.route('/termos', async (route) => {
    if (route.request().resourceType() !== 'document')
      return route.fulfill({ body: 'another version' })
    loads += 1
    await page.unroute(missing)
    await route.continue()
  })
  await page.getByRole('link', { name: 'termos', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Termos de uso' })).toBeVisible()
  expect(loads).toBe(1)
  await page.goBack()
  await expect(name).toHaveValue('Ana')

  // If the same version answered, another load would change nothing.
  await untilHydrated(page, 'form a')
  await page.unroute('/termos')
  await page.reload()
  await untilHydrated(page, 'form a')
  await page.route(missing, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'termos', exact: true }).click()
  await expect(page.getByRole('button', { name: sharedTexts.crashedRetry })).toBeVisible()
})

test('a page whose file is cut off waits for the network behind the page before it', async ({
  bar,
  device,
}) => {
  const { page, context } = await device({
    expects: [/ERR_INTERNET_DISCONNECTED|dynamically imported module/],
  })
  await page.goto(`/bar/${bar.id}`)
  await untilHydrated(page, 'form input')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Mesa' }).fill('7')
  await page.getByRole('button', { name: 'Entrar na Mesa' }).click()
  await expect(page.getByText(sharedTexts.offlineWaits)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Mesa' })).toHaveValue('7')
  await context.setOffline(false)
  await expect(page.getByRole('textbox', { name: 'Nome ou Apelido' })).toBeVisible()
})

test('R35 reduced motion shows no animated page change', async ({ device }) => {
  const { page } = await device({ context: { reducedMotion: 'reduce' } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Acessar um Bar' }).click()
  await expect(page.getByText('Acesse um bar para começar')).toBeVisible()
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  )
  expect(moving).toBe(0)
})

test('presses and focus during the view transition belong to the new page, and the focus stays', async ({
  person,
}) => {
  const ana = await person('Ana')
  const { page } = ana
  await openStart(page)
  await fadeForEver(page)
  await page.getByRole('link', { name: 'Acessar um Bar' }).click()
  await expect(page.locator('html[data-fading]')).toBeAttached()
  const box = await page.getByRole('button', { name: 'Acessar Bar' }).boundingBox()
  // `click` would wait for the end of the transition.
  await page.mouse.click((box?.x ?? 0) + 9, (box?.y ?? 0) + 9)
  await ana.untilToast('Campo obrigatório', 'Por favor, insira o ID do bar')

  await openStart(page)
  await fadeForEver(page)
  await page.getByRole('link', { name: 'Acessar um Bar' }).press('Enter')
  await expect(page.locator('html[data-fading]')).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const field = page.getByRole('textbox', { name: 'ID do bar' })
  await field.focus()
  await page.evaluate(() => document.activeViewTransition?.skipTransition())
  await expect(page.locator('html:active-view-transition')).toHaveCount(0)
  await page.keyboard.type('K7M2QX')
  await expect(field).toHaveValue('K7M2QX')
})
