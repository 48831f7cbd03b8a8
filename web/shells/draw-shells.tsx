import type { ReactNode } from 'react'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { PublicBar } from '#contract/bar.ts'
import { OFFLINE_PAGE, PAGES } from '#contract/paths.ts'
import type { ServedPage } from '#contract/shells.ts'
import { LOGO_NAME, SHELL_WORDS, toShellName } from '#contract/shells.ts'
import { App } from '#web/app.tsx'
import { givePageData } from '#web/page-data.ts'
import { Router } from '#web/router.tsx'
import { OfflineNotice } from './offline-notice.tsx'

const PRODUCT_NAMES = [LOGO_NAME, SHELL_WORDS.productName]
const BARS = [SHELL_WORDS.barName, SHELL_WORDS.longBarName].flatMap((name) =>
  [null, SHELL_WORDS.logoUrl].flatMap((logoUrl) =>
    [null, SHELL_WORDS.description].map(
      (description): PublicBar => ({
        ...{ id: SHELL_WORDS.barId, city: SHELL_WORDS.city, photoUrls: [], paused: false },
        asksForCode: false,
        ...{ name, logoUrl, description },
      }),
    ),
  ),
)
const OF_A_NAME = [PAGES.landing, PAGES.barAccess, OFFLINE_PAGE]

const KNOWN: [page: string, data: ServedPage][] = [
  ...OF_A_NAME.flatMap((page) =>
    PRODUCT_NAMES.map((productName): [string, ServedPage] => [page, { productName, bar: null }]),
  ),
  ...BARS.map((bar): [string, ServedPage] => [PAGES.bar, { productName: LOGO_NAME, bar }]),
  ...BARS.slice(0, 1)
    .flatMap((bar) => [bar, { ...bar, asksForCode: true }])
    .map((bar): [string, ServedPage] => [
      PAGES.table,
      { productName: LOGO_NAME, bar, table: SHELL_WORDS.table },
    ]),
]

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
  return new Response(prelude).text()
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
