import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { COME_BACK } from '#contract/paths.ts'
import { DEVICE_KEYS_KEY } from '#contract/stored-keys.ts'

// The app's icon leads to the bar that was entered last. This page stays hidden meanwhile.
const barId = readLastBar()
// The count of a visit that is over. A visit sets its own.
navigator.clearAppBadge?.().catch(() => undefined)
if (barId) {
  document.documentElement.hidden = true
  location.replace(address(PAGES.bar, { barId }) + COME_BACK)
} else history.replaceState(null, '', PAGES.landing)

function readLastBar(): string | undefined {
  try {
    return Object.keys(JSON.parse(localStorage.getItem(DEVICE_KEYS_KEY) ?? '{}')).at(-1)
  } catch {
    return undefined // storage is blocked or damaged
  }
}
