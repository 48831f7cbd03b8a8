import { matchPath } from 'react-router'
import type { PageName } from '#contract/pages.ts'
import { PAGE_NAMES, PAGES } from '#contract/pages.ts'

/** The page at a path of this site, or undefined. */
export function pageAt(path: string): PageName | undefined {
  return PAGE_NAMES.find((name) => matchPath(PAGES[name], path))
}
