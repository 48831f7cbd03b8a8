import type { Context, Handler } from 'hono'
import { Hono } from 'hono'
import type { PublicBar } from '#contract/bar.ts'
import { toBarId } from '#contract/bar-id.ts'
import { PAGES } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { findPublicBar } from '#worker/db/bars.ts'
import { allowOnly } from '#worker/errors.ts'
import { log } from '#worker/log.ts'
import { toHead } from '#worker/pages/head.ts'
import { makeNonce } from '#worker/pages/nonce.ts'
import { fillTemplate, readTemplate } from '#worker/pages/template.ts'
import { ownOriginOf } from '#worker/rim/own-origin.ts'

const PAGES_OF_A_BAR = [PAGES.bar, PAGES.table, PAGES.chat]
const OTHER_PAGES = Object.values(PAGES).filter((page) => !page.includes(':'))

const answerBarPage: Handler<AppEnv> = async (c) => {
  const spelled = c.req.param('barId') ?? ''
  const barId = toBarId(spelled)
  if (barId && barId !== spelled) return c.redirect(toCanonical(c, barId), 302)
  const bar = barId ? await findBarOrLog(c.env, barId) : null
  return answerPage(c, bar === 'unknown' ? null : bar, bar ? 200 : 404)
}

/** Every page of the product: the app's HTML, with what the Worker knows of the bar. */
export const pages = new Hono<AppEnv>()
  .on('GET', PAGES_OF_A_BAR, answerBarPage)
  .on('GET', OTHER_PAGES, (c) => answerPage(c, null, 200))
  .on('ALL', [...PAGES_OF_A_BAR, ...OTHER_PAGES], allowOnly('GET', 'HEAD'))

/** For every address that nothing else knows: the app's own 404 page. */
export const answerUnknownPage: Handler<AppEnv> = (c) => answerPage(c, null, 404)

async function answerPage(
  c: Context<AppEnv>,
  bar: PublicBar | null,
  status: 200 | 404,
): Promise<Response> {
  const nonce = makeNonce()
  const { pathname } = new URL(c.req.url)
  const address = new URL(ownOriginOf(c.req.raw, c.env))
  address.pathname = pathname
  const head = toHead({ productName: c.env.PRODUCT_NAME, bar }, address)
  const html = fillTemplate(await readTemplate(c.env, c.req.raw), nonce, head)
  c.set('nonce', nonce)
  return c.html(html, status)
}

/** Without the database the page still comes, and asks for the bar itself. */
async function findBarOrLog(env: Env, barId: string): Promise<PublicBar | 'unknown' | null> {
  try {
    return await findPublicBar(env.DB, barId)
  } catch (error) {
    log('bar_lookup_failed', { barId, error })
    return 'unknown'
  }
}

function toCanonical(c: Context<AppEnv>, barId: string): string {
  const url = new URL(c.req.url)
  const [, ...rest] = url.pathname.slice('/bar/'.length).split('/')
  return ['/bar', barId, ...rest].join('/') + url.search
}
