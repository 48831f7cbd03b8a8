import type { PublicBar } from './bar.ts'
import type { PageData } from './page-data.ts'
import { OFFLINE_PAGE, PAGES } from './paths.ts'

export const LOGO_NAME = 'Brinde'

const LONG_NAME = 32

export const isLongName = (name: string): boolean => name.length > LONG_NAME

export const SHELL_WORDS = {
  barId: '2X3Y4Z',
  table: '__TABLE__',
  productName: '__PRODUCT_NAME__',
  barName: '__BAR_NAME__',
  longBarName: '__BAR_NAME_THAT_IS_SET_SMALLER_THAN_MOST__',
  city: '__BAR_CITY__',
  description: '__BAR_DESCRIPTION__',
  logoUrl: '/__BAR_LOGO__',
} as const

export interface ServedPage extends PageData {
  table?: string | null
}

export function toShellName(page: string, served: ServedPage): string | null {
  const { productName, bar, table } = served
  // A paused bar has other pages, without shells.
  const openBar = bar?.paused ? null : bar
  switch (page) {
    case PAGES.bar:
      return openBar && `${page} ${toBarKind(openBar)}`
    case PAGES.table:
      return openBar && table ? `${page} ${openBar.asksForCode ? 'with-code' : 'new'}` : null
    case PAGES.landing:
    case PAGES.barAccess:
    case OFFLINE_PAGE:
      return `${page} ${productName === LOGO_NAME ? 'logo' : 'type'}`
    default:
      return null
  }
}

function toBarKind({ name, logoUrl, description }: PublicBar): string {
  const parts = [
    isLongName(name) ? 'long' : 'short',
    logoUrl && 'with-logo',
    description && 'described',
  ]
  return parts.filter(Boolean).join(' ')
}
