import type { Context, Handler } from 'hono'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { PublicBar } from '#contract/bar.ts'
import { toBarId } from '#contract/bar-address.ts'
import { hasCode } from '#contract/errors.ts'
import type { PageData } from '#contract/page-data.ts'
import type { PageRow } from '#contract/pages.ts'
import { isOfBar, PAGE_TABLE, PAGES } from '#contract/pages.ts'
import { COME_BACK, MANIFEST, OFFLINE_PAGE } from '#contract/paths.ts'
import { tableSchema } from '#contract/table.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { otherHostsOf, ownOriginOf } from '#worker/http/own-origin.ts'
import { lookUpBar } from '#worker/known-bars.ts'
import { log } from '#worker/log.ts'
import { PERIOD_S } from '#worker/middleware/rate-limits.ts'
import { vapidKeysOf } from '#worker/notices/vapid.ts'
import { toCanonical } from '#worker/pages/canonical.ts'
import { toFirstScreen, toOfflinePage } from '#worker/pages/first-screen.ts'
import { toHead } from '#worker/pages/head.ts'
import { keepLanguage, languageOf, offerOf } from '#worker/pages/language.ts'
import { toManifest } from '#worker/pages/manifest.ts'
import { toContinuedVisit, toUndrawnStart, toWayBack } from '#worker/pages/start-scripts.ts'
import {
  fillTemplate,
  makeNonce,
  readTemplate,
  withFirstStyles,
  withOffer,
} from '#worker/pages/template.ts'
import { toWaiting } from '#worker/pages/waiting.ts'

const MANIFEST_KEPT_S = 3_600

/** The app's icon and notices open these pages. */
const PAGES_OF_RETURN: readonly string[] = [PAGES.landing, PAGES.bar, PAGES.chat]
const UNKNOWN_PAGE: PageRow = { path: '*', openTo: 'everybody' }

export const pages = servePages(Object.values(PAGE_TABLE))
  .get(OFFLINE_PAGE, async (c) => {
    const nonce = giveNonce(c)
    const template = await readTemplate(c.env, c.req.raw, languageOf(c))
    return c.html(toOfflinePage(template, nonce, c.env.PRODUCT_NAME))
  })
  .get(MANIFEST, (c) => {
    const manifest = JSON.stringify(toManifest(c.env.PRODUCT_NAME, languageOf(c)))
    return c.body(manifest, 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': `private, max-age=${MANIFEST_KEPT_S}`,
      Vary: 'Cookie',
    })
  })

export const answerUnknownPage: Handler<AppEnv> = (c) =>
  redirect(c) ?? answerPage(c, UNKNOWN_PAGE, null, 404)

export function servePages(table: readonly PageRow[]): Hono<AppEnv> {
  const served = new Hono<AppEnv>()
  for (const page of table) {
    served.get(page.path, (c) =>
      isOfBar(page.path) ? answerBarPage(c, page) : answerPage(c, page, null, 200),
    )
  }
  return served
}

async function answerBarPage(c: Context<AppEnv>, page: PageRow): Promise<Response> {
  const redirected = redirect(c)
  if (redirected) return redirected
  const barId = toBarId(c.req.param('barId') ?? '')
  const bar = barId ? await findBarOrLog(c, barId) : null
  if (bar === 'rate_limited') {
    c.header('Retry-After', String(PERIOD_S))
    return answerPage(c, page, null, 429)
  }
  return answerPage(c, page, bar === 'unknown' ? null : bar, bar ? 200 : 404)
}

/** Redirects to the page's one address, if this is another. */
function redirect(c: Context<AppEnv>): Response | null {
  const url = new URL(c.req.url)
  const canonical = toCanonical(url)
  return canonical === null || canonical === url.pathname + url.search
    ? null
    : c.redirect(canonical, 308)
}

async function answerPage(
  c: Context<AppEnv>,
  page: PageRow,
  bar: PublicBar | null,
  status: 200 | 404 | 429,
): Promise<Response> {
  const nonce = giveNonce(c)
  const { pathname, search } = new URL(c.req.url)
  const address = new URL(ownOriginOf(c.req.raw, c.env))
  address.pathname = pathname
  const data = {
    productName: c.env.PRODUCT_NAME,
    bar,
    otherHosts: otherHostsOf(c.env),
    ...toOperator(c.env),
    pushKey: vapidKeysOf(c.env)?.publicKey,
  }
  keepLanguage(c)
  const offer = offerOf(c, page)
  const read = await readTemplate(c.env, c.req.raw, languageOf(c, page))
  const template = offer ? withOffer(read, offer) : read
  const isReturn = search === COME_BACK && PAGES_OF_RETURN.includes(page.path)
  const head = toHead(data, address, template.language) + (isReturn ? toReturn(c, nonce) : '')
  const shown = isReturn && page.path !== PAGES.landing ? page.path + COME_BACK : page.path
  const drawn = toFirstScreen(template, shown, { ...data, table: readTable(c) }, nonce)
  if (drawn === null) {
    const words = { head: head + toUndrawnStart(template, shown, nonce) }
    const shell = isReturn ? toWaiting(template, page.path) : ''
    return c.html(fillTemplate(template, nonce, { ...words, shell }), status)
  }
  const words = { ...drawn, head: head + (drawn.head ?? '') }
  return c.html(fillTemplate(withFirstStyles(template), nonce, words), status)
}

function toReturn(c: Context<AppEnv>, nonce: string): string {
  const barId = toBarId(c.req.param('barId') ?? '')
  return barId ? toContinuedVisit(barId, nonce) : toWayBack(nonce)
}

function toOperator(env: Env): Pick<PageData, 'operator'> {
  const { OPERATOR_NAME: name, OPERATOR_CNPJ: cnpj } = env
  const { OPERATOR_CONTACT: contact, PRIVACY_CONTACT: privacyContact } = env
  return name ? { operator: { name, cnpj, contact, privacyContact } } : {}
}

function readTable(c: Context<AppEnv>): string | null {
  const table = v.safeParse(tableSchema, c.req.param('tableId'))
  // A browser and the Worker decode an invalid % differently.
  return table.success && !table.output.includes('%') ? table.output : null
}

function giveNonce(c: Context<AppEnv>): string {
  const nonce = makeNonce()
  c.set('nonce', nonce)
  return nonce
}

/** On an error the page is still served, and loads the bar itself. */
async function findBarOrLog(
  c: Context<AppEnv>,
  barId: string,
): Promise<PublicBar | 'unknown' | 'rate_limited' | null> {
  try {
    return await lookUpBar(c, barId)
  } catch (error) {
    if (hasCode(error, 'rate_limited')) return 'rate_limited'
    log('bar_lookup_failed', { barId, error })
    return 'unknown'
  }
}
