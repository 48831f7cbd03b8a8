import type { ReactNode } from 'react'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { PublicBar } from '#contract/bar.ts'
import { PAGES } from '#contract/pages.ts'
import { OFFLINE_PAGE } from '#contract/paths.ts'
import type { ServedPage } from '#contract/shells.ts'
import { LOGO_NAME, SHELL_WORDS, toShellName } from '#contract/shells.ts'
import { App } from '#web/app.tsx'
import { givePageData } from '#web/page-data.ts'
import { Router } from '#web/router.tsx'
import { OfflineNotice } from './offline-notice.tsx'

const PRODUCT_NAMES = [LOGO_NAME, SHELL_WORDS.productName]
const PICTURE = '/picture'
const EITHER = [false, true]

/** A bar with each set of what its page can show. Pictures are only boxes in a shell. */
const BARS = EITHER.flatMap((isLong) =>
  EITHER.flatMap((isDescribed) =>
    EITHER.flatMap((hasLogo) =>
      EITHER.flatMap((hasCover) =>
        EITHER.map(
          (isTonight): PublicBar => ({
            id: SHELL_WORDS.barId,
            city: SHELL_WORDS.city,
            paused: false,
            asksForCode: false,
            name: isLong ? SHELL_WORDS.longBarName : SHELL_WORDS.barName,
            description: isDescribed ? SHELL_WORDS.description : null,
            logoUrl: hasLogo ? PICTURE : null,
            coverUrl: hasCover ? PICTURE : null,
            photoUrls: [],
            tonight: isTonight ? SHELL_WORDS.tonight : null,
          }),
        ),
      ),
    ),
  ),
)
/** Those that differ on the page of a table. */
const BARS_OF_TABLES = BARS.filter(
  ({ name, description }) => name === SHELL_WORDS.barName && description === null,
)
const OF_A_NAME = [PAGES.landing, PAGES.barAccess, OFFLINE_PAGE]

const OF_PRODUCT: ServedPage = { productName: LOGO_NAME, bar: null, otherHosts: [] }

const KNOWN: [page: string, data: ServedPage][] = [
  ...OF_A_NAME.flatMap((page) =>
    PRODUCT_NAMES.map((productName): [string, ServedPage] => [
      page,
      { ...OF_PRODUCT, productName },
    ]),
  ),
  ...BARS.map((bar): [string, ServedPage] => [PAGES.bar, { ...OF_PRODUCT, bar }]),
  ...BARS_OF_TABLES.flatMap((bar) => [bar, { ...bar, asksForCode: true }]).map(
    (bar): [string, ServedPage] => [PAGES.table, { ...OF_PRODUCT, bar, table: SHELL_WORDS.table }],
  ),
]

/** React's own marks for streamed view transitions: no attributes of HTML, and nothing reads them here. */
const TRANSITION_MARKS = / vt-[a-z]+="[^"]*"/g

export async function drawShells(): Promise<Record<string, string>> {
  const shells: Record<string, string> = {}
  // In sequence: the page data is module state.
  for (const [page, data] of KNOWN) {
    const name = toShellName(page, data)
    if (name !== null) shells[name] = await draw(page, data)
  }
  return shells
}

async function draw(page: string, data: ServedPage): Promise<string> {
  givePageData(data)
  const path = page.replace(':barId', data.bar?.id ?? '').replace(':tableId', data.table ?? '')
  // In one piece: streamed chunks need scripts to place them.
  const whole = { progressiveChunkSize: Number.POSITIVE_INFINITY }
  const { prelude } = await prerender(toElement(page, path), whole)
  return (await new Response(prelude).text()).replaceAll(TRANSITION_MARKS, '')
}

function toElement(page: string, path: string): ReactNode {
  if (page === OFFLINE_PAGE) return <OfflineNotice />
  return (
    <StrictMode>
      <App>
        <StaticRouter location={path}>
          <Router />
        </StaticRouter>
      </App>
    </StrictMode>
  )
}
