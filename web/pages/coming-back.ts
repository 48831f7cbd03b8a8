import { COME_BACK, PAGES, toPage } from '#contract/paths.ts'
import { deviceKeysItem } from '#web/session/visit-items.ts'

/** Where the app's icon leads: into the bar of the newest key, else to the landing page. */
export function findWayBack(): string {
  const barId = Object.keys(deviceKeysItem.read() ?? {}).at(-1)
  return barId ? `${toPage.bar(barId)}?${COME_BACK}` : PAGES.landing
}
