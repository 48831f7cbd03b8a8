import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import type { ContinuedVisitData } from '#contract/start-data.ts'
import { DEVICE_KEYS_KEY, VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import { TIMINGS } from '#contract/timings.ts'
import { readStartData } from './start-data.ts'

const { barId } = readStartData<ContinuedVisitData>()

// Requests the visit while the app loads (web/come-back.ts), unless this tab already has one.
try {
  const deviceKey = JSON.parse(localStorage.getItem(DEVICE_KEYS_KEY) ?? '{}')[barId]
  if (deviceKey && !sessionStorage.getItem(VISIT_SECRET_KEY)) {
    window.continued = fetch(address(API.continue, { barId }), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ deviceKey }),
      signal: AbortSignal.timeout(TIMINGS.answerToBodyWithinMs),
    })
    window.continued.catch(() => undefined)
  }
} catch {
  // Storage is blocked or damaged. The bar's page asks.
}
