import type { PublicBar } from '#contract/bar.ts'
import type { Language } from '#contract/languages.ts'
import type { PageData } from '#contract/page-data.ts'
import { PAGE_DATA_ELEMENT_ID } from '#contract/page-data.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { escapeHtml } from './escape-html.ts'
import { PAGE_TEXTS } from './page-texts.ts'

export function toHead(data: PageData, address: URL, language: Language): string {
  const { productName, bar } = data
  const title = pageTitle(productName, bar?.name)
  const description = bar?.description || PAGE_TEXTS[language].tagline
  return [
    `<title>${escapeHtml(title)}</title>`,
    toMeta('name', 'application-name', productName),
    toMeta('name', 'description', description),
    toMeta('property', 'og:title', title),
    toMeta('property', 'og:description', description),
    toMeta('property', 'og:type', 'website'),
    toMeta('property', 'og:site_name', productName),
    toMeta('property', 'og:url', address.origin + address.pathname),
    ...toImage(bar, address),
    `<script type="application/json" id="${PAGE_DATA_ELEMENT_ID}">${escapeJson(data)}</script>`,
  ].join('\n    ')
}

function toImage(bar: PublicBar | null, address: URL): string[] {
  if (!bar?.logoUrl) return []
  return [toMeta('property', 'og:image', new URL(bar.logoUrl, address.origin).href)]
}

function toMeta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`
}

/** Escapes `<`, so that no `</script>` or `<!--` ends the element. */
function escapeJson(data: PageData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
