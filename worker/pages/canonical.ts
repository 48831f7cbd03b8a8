import { toBarId } from '#contract/bar-address.ts'
import { isOfBar, PAGES } from '#contract/pages.ts'
import { COME_BACK } from '#contract/paths.ts'

/**
 * The one address of the page that a URL means: path in the page's own case, the code as it was made, single
 * slashes and none at the end, and on a bar's pages no query but that of the app's icon. A table without a name
 * is the bar. Null where no page is.
 */
export function toCanonical({ pathname, search }: URL): string | null {
  const given = toParts(pathname.replace(/^(\/+bar\/+[^/]+)\/+table\/*$/i, '$1'))
  for (const pattern of Object.values(PAGES)) {
    const path = toPath(toParts(pattern), given)
    if (path === null) continue
    if (!isOfBar(pattern)) return path + search
    const isReturn = new URLSearchParams(search).get(COME_BACK.slice(1)) === ''
    return path + (isReturn ? COME_BACK : '')
  }
  return null
}

const toParts = (path: string): string[] => path.split('/').filter(Boolean)

function toPath(pattern: readonly string[], given: readonly string[]): string | null {
  if (pattern.length !== given.length) return null
  const parts = pattern.map((part, place) => {
    const text = given[place] ?? ''
    if (part === ':barId') return toBarId(decode(text)) ?? text
    if (part.startsWith(':')) return text
    return part === text.toLowerCase() ? part : null
  })
  // One slash: a browser would read "//x" as another host.
  return parts.includes(null) ? null : `/${parts.join('/')}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
