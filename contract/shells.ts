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
  productName: '__PRODUCT_NAME__',
  barName: '__BAR_NAME__',
  longBarName: '__BAR_NAME_THAT_IS_SET_SMALLER_THAN_MOST__',
  city: '__BAR_CITY__',
  description: '__BAR_DESCRIPTION__',
  logoUrl: '/__BAR_LOGO__',
} as const

/** Which shell fits a page (a pattern of PAGES); null where it has none. */
export function toShellName(page: string, { productName, bar }: PageData): string | null {
  switch (page) {
    case PAGES.bar:
      // A bar that is closed has another page, and nobody waits for that one.
      if (bar === null || bar.paused) return null
      return `${page} ${toBarKind(bar)}`
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
