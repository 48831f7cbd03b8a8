import type { PublicBar } from './bar.ts'
import type { PageData } from './page-data.ts'
import { OFFLINE_PAGE, PAGES } from './paths.ts'

/** The name for which there is a lettering; any other is set in type. */
export const LETTERED_NAME = 'Brinde'

/** In characters: from here on a bar's name is set smaller, so that it is read whole above the form. */
const LONG_NAME = 32

export const isLongName = (name: string): boolean => name.length > LONG_NAME

/**
 * What stands in a shell, a page drawn by the build, where only the Worker knows the words. The
 * second name of a bar is one that is set smaller.
 */
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

/** What the Worker knows of a page when it serves it. */
export interface ServedPage extends PageData {
  /** Of the address, where it names one. */
  table?: string | null
}

/** Which shell fits a page (a pattern of PAGES); null where it has none. */
export function toShellName(page: string, served: ServedPage): string | null {
  const { productName, bar, table } = served
  // A bar that is closed has other pages, and nobody waits for those.
  const openBar = bar?.paused ? null : bar
  switch (page) {
    case PAGES.bar:
      return openBar && `${page} ${toBarKind(openBar)}`
    case PAGES.table:
      return openBar && table ? `${page} new` : null
    case PAGES.landing:
    case PAGES.barAccess:
    case OFFLINE_PAGE:
      return `${page} ${productName === LETTERED_NAME ? 'lettered' : 'set'}`
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
