import { SITE_NOTICE } from '#contract/paths.ts'
import { NOTICE_ID, siteNoticeSchema } from '#contract/site-state.ts'
import { request } from './api/request.ts'

const ASKED_EVERY_MS = 300_000

/** The Worker has put the operator's line above the page. One that stays open asks when it is looked at again. */
export function keepNoticeFresh(): void {
  const element = document.getElementById(NOTICE_ID)
  const words = element?.querySelector('p')
  if (!element || !words) return
  let askedAt = Date.now()
  document.addEventListener('visibilitychange', async () => {
    if (document.hidden || Date.now() - askedAt < ASKED_EVERY_MS) return
    askedAt = Date.now()
    const answer = await request(SITE_NOTICE, siteNoticeSchema).catch(() => null)
    if (!answer) return
    element.hidden = answer.notice === ''
    words.textContent = answer.notice
  })
}
