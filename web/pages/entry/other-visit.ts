import { ENDPOINTS } from '#contract/endpoints.ts'
import { FORM_ENDPOINTS } from '#contract/form-endpoints.ts'
import { call } from '#web/api/call.ts'
import { leaveEventually } from '#web/api/visit.ts'
import { recogniseOrForget } from '#web/features/profile/recognise.ts'
import { deviceKeysItem, visitSecretItem } from '#web/session/visit-items.ts'

export interface OtherVisit {
  barId: string
  barName: string
  /** This tab has its secret, and can open its list. */
  isHere: boolean
  leave: () => Promise<unknown>
}

/**
 * Finds the visit of this browser in another bar. A code that is read by the phone's camera opens a tab of
 * its own, which knows that visit by its device key alone.
 */
export async function findOtherVisit(barId: string): Promise<OtherVisit | null> {
  const own = visitSecretItem.read()
  if (own) return { ...own, isHere: true, leave: () => leaveEventually(own.barId, own.secret) }
  const keys = Object.entries(deviceKeysItem.read() ?? {}).filter(([id]) => id !== barId)
  for (const [id, deviceKey] of keys.reverse()) {
    const barName = await findVisited(id, deviceKey)
    if (barName === null) continue
    const leave = async () => {
      const { secret } = await call(FORM_ENDPOINTS.continueVisit, { barId: id }, { deviceKey })
      await leaveEventually(id, secret)
    }
    return { barId: id, barName, isHere: false, leave }
  }
  return null
}

/** Returns the bar's name. Null if the visit is over, and without an answer: entering does not wait for another bar. */
async function findVisited(barId: string, deviceKey: string): Promise<string | null> {
  try {
    const person = await recogniseOrForget(barId, deviceKey)
    return person && (await call(ENDPOINTS.readBar, { barId })).name
  } catch {
    return null
  }
}
