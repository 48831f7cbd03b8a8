import { matchPath } from 'react-router'
import { address } from '#contract/address.ts'
import { enteredSchema } from '#contract/entered.ts'
import { hasCode } from '#contract/errors.ts'
import { PAGES } from '#contract/pages.ts'
import { readAnswer } from '#web/api/request.ts'
import { askForBar } from '#web/pages/entry/use-bar.ts'
import { pageData } from './page-data.ts'
import { toList } from './pages/own-list.ts'
import { forgetDeviceKey } from './session/device-keys.ts'
import { keepVisit } from './session/entering.ts'
import { visitSecretItem } from './session/visit-items.ts'

declare global {
  interface Window {
    /** This browser's visit, continued by a script of the Worker; absent without a device key. */
    continued?: Promise<Response>
  }
}

/**
 * Opened by a notice or the app's icon: goes on to the conversation or the list without a question.
 * In doubt the bar's page asks.
 */
export async function comeBack(): Promise<void> {
  const { barId } = matchPath(`${PAGES.bar}/*`, location.pathname)?.params ?? {}
  if (!barId) return
  const partnerId = matchPath(PAGES.chat, location.pathname)?.params.userId
  const isInside = await takeVisit(barId)
  const inside = partnerId ? address(PAGES.chat, { barId, userId: partnerId }) : toList(barId)
  history.replaceState(null, '', isInside ? inside : address(PAGES.bar, { barId }))
}

/** Whether this tab has a visit in the bar now. */
async function takeVisit(barId: string): Promise<boolean> {
  const kept = visitSecretItem.read()
  if (kept || !window.continued) return kept?.barId === barId
  try {
    const entered = await readAnswer(await window.continued, enteredSchema)
    const bar = pageData().bar ?? (await askForBar(barId)).bar
    keepVisit({ barId, barName: bar?.name ?? '' }, entered)
    return true
  } catch (error) {
    if (hasCode(error, 'person_not_found', 'bar_not_found')) forgetDeviceKey(barId)
    return false
  }
}
