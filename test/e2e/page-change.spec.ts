import type { Page } from '@playwright/test'
import { people } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { WITHOUT_SERVICE_WORKER } from './person.ts'
import { OWN_STATE, playRoom, sitInRoom } from './played-room.ts'

/** Counts the view transitions that the page begins. */
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

/** Opens the start page, until its links are the router's. */
async function openStart(page: Page): Promise<void> {
  await page.goto('/')
  // Pressed before the scripts are there, the link is a link.
  await page.waitForFunction(() => Object.keys(document.querySelector('#root a') ?? {}).length > 0)
}

/** Lets the next page change begin and never end. */
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

test('one page fades into the next, where the browser can', async ({ person }) => {
  const { page } = await person()
  const begun = await countTransitions(page)
  await openStart(page)
  await page.getByRole('link', { name: 'Acessar um Bar' }).click()
  await expect(page.getByText('Acesse um bar para começar')).toBeVisible()
  await expect.poll(begun).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

/** Why browsers skip a transition. Each changes how transitions begin. */
const SKIPS: Record<string, (begin: typeof document.startViewTransition) => typeof begin> = {
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
  'a hidden page, in the words of Firefox': (begin) => (options) => {
    const transition = begin(options)
    transition.skipTransition()
    const words = 'Skipped ViewTransition due to document being hidden'
    const ready = transition.ready.catch(() => {
      throw new DOMException(words, 'InvalidStateError')
    })
    return Object.defineProperty(transition, 'ready', { value: ready })
  },
}

async function changeTransitions(page: Page, change: unknown): Promise<void> {
  await page.waitForLoadState('networkidle')
  const begin = 'document.startViewTransition'
  await page.evaluate(`void (${begin} = (${change})(${begin}.bind(document)))`)
}

for (const [reason, skip] of Object.entries(SKIPS)) {
  test(`a page comes without a complaint when its fading is skipped by ${reason}`, async ({
    person,
  }) => {
    const { page } = await person()
    await openStart(page)
    await changeTransitions(page, skip)
    await page.getByRole('link', { name: 'Acessar um Bar' }).click()
    await expect(page.getByText('Acesse um bar para começar')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.locator('html:active-view-transition')).toHaveCount(0)
  })
}

test('an error of the page’s own in a page change is not taken for a skipped one', async ({
  person,
}) => {
  const { page, complaints } = await person({ expects: [/page error: no page for you/] })
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

test('a first screen that is not the page’s is still reported', async ({ person }) => {
  const { page } = await person({
    ...WITHOUT_SERVICE_WORKER,
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

test('nothing fades while somebody searches, and no key is lost', async ({
  person,
  server,
  bar,
}) => {
  const { page } = await person(WITHOUT_SERVICE_WORKER)
  const state = { ...OWN_STATE, people: people(40), next: null, total: 41, online: 41 }
  await sitInRoom(page, server, bar, { room: playRoom([{ type: 'snapshot', ...state }]) })
  const begun = await countTransitions(page)
  await page.goto(`/bar/${bar.id}/table/7`)
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = await begun()
  const search = page.getByRole('searchbox')
  await search.pressSequentially('yasmin')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expect(search).toHaveValue('yasmin')
  expect(await begun()).toBe(before)
})

test('a link that is pressed twice while its page is on the way leads there once', async ({
  person,
}) => {
  const { page } = await person(WITHOUT_SERVICE_WORKER)
  await openStart(page)
  const release = await holdRequests(page, '**/assets/bar-access-page-*.js')
  const link = page.getByRole('link', { name: 'Acessar um Bar' })
  await link.click()
  await link.click()
  release()
  await expect(page.getByText('Acesse um bar para começar')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(link).toBeVisible()
})

test('R35 who wants less motion sees no page move', async ({ person }) => {
  const { page } = await person({ context: { reducedMotion: 'reduce' } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Acessar um Bar' }).click()
  await expect(page.getByText('Acesse um bar para começar')).toBeVisible()
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  )
  expect(moving).toBe(0)
})

test('while the old page fades a press is for the new one', async ({ patron }) => {
  const ana = await patron('Ana')
  const { page } = ana
  await openStart(page)
  await fadeForEver(page)
  await page.getByRole('link', { name: 'Acessar um Bar' }).click()
  await expect(page.locator('html[data-fading]')).toBeAttached()
  const box = await page.getByRole('button', { name: 'Acessar Bar' }).boundingBox()
  // By the mouse itself: Playwright's own press would wait for the end of the fading.
  await page.mouse.click((box?.x ?? 0) + 9, (box?.y ?? 0) + 9)
  await expect(ana.toast('Campo obrigatório', 'Por favor, insira o ID do bar')).toBeVisible()
})

test('while the old page fades the focus is in the new one, and stays where it is put', async ({
  person,
}) => {
  const { page } = await person()
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

test('a menu is closed by the way that was taken from it, though the page is still to come', async ({
  monitor,
}) => {
  const phone = { ...WITHOUT_SERVICE_WORKER.context, viewport: { width: 390, height: 844 } }
  const board = await monitor({ ...WITHOUT_SERVICE_WORKER, context: phone })
  const { page } = board
  await board.open()
  const release = await holdRequests(page, '**/assets/*.js')
  await board.act('Cadastrar Bar')
  await expect(page).toHaveURL('/admin')
  await expect(page.getByText('Ações')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/barmonitor')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByText('Ações')).toBeVisible()
  release()
})
