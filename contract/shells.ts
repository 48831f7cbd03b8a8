import type { PublicBar } from './bar.ts'
import type { PageData } from './page-data.ts'
import { PAGES } from './pages.ts'
import { OFFLINE_PAGE } from './paths.ts'

export const LOGO_NAME = 'Brinde'

const LONG_NAME = 32

export const isLongName = (name: string): boolean => name.length > LONG_NAME

/** The head of a bar's page shows the first photo or its cover. */
export const hasPhoto = ({ coverUrl, photoUrls }: PublicBar): boolean =>
  coverUrl !== null || photoUrls.length > 0

export const SHELL_WORDS = {
  barId: '2X3Y4Z',
  table: '__TABLE__',
  productName: '__PRODUCT_NAME__',
  barName: '__BAR_NAME__',
  longBarName: '__BAR_NAME_THAT_IS_SET_SMALLER_THAN_MOST__',
  city: '__BAR_CITY__',
  description: '__BAR_DESCRIPTION__',
  tonight: '__BAR_TONIGHT__',
} as const

export interface ServedPage extends PageData {
  table?: string | null
}

export function toShellName(page: string, served: ServedPage): string | null {
  const { productName, bar, table } = served
  // A paused bar's pages have no shells.
  const openBar = bar?.paused ? null : bar
  switch (page) {
    case PAGES.bar:
      return openBar && `${page} ${toBarKind(openBar)}`
    case PAGES.table:
      return openBar && table ? `${page} ${toTableKind(openBar)}` : null
    case PAGES.landing:
    case PAGES.barAccess:
    case OFFLINE_PAGE:
      return `${page} ${productName === LOGO_NAME ? 'logo' : 'type'}`
    default:
      return null
  }
}

function toBarKind(bar: PublicBar): string {
  const length = isLongName(bar.name) ? 'long' : 'short'
  return [length, ...toHeadParts(bar), bar.description && 'described'].filter(Boolean).join(' ')
}

function toTableKind(bar: PublicBar): string {
  return [bar.asksForCode ? 'with-code' : 'new', ...toHeadParts(bar)].filter(Boolean).join(' ')
}

/** The parts of the head that change its shell. A shell draws pictures as empty boxes. */
function toHeadParts(bar: PublicBar): (string | false | null)[] {
  return [bar.logoUrl && 'with-logo', hasPhoto(bar) && 'with-photo', bar.tonight && 'tonight']
}
