import { OFFLINE_PAGE } from '#contract/paths.ts'
import { toShellName } from '#contract/shells.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { escapeHtml } from './escape-html.ts'
import { fillShell } from './shell.ts'
import type { Template } from './template.ts'
import { fillTemplate } from './template.ts'

const SCRIPTS = /<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs

/**
 * The page that a service worker keeps for when there is no connection. It is shown under any
 * address, so it runs no script that could act on that address, and it knows nobody.
 */
export function toOfflinePage(template: Template, nonce: string, productName: string): string {
  const data = { productName, bar: null }
  const name = toShellName(OFFLINE_PAGE, data)
  const shell = template.shells.get(name ?? '') ?? ''
  const head = `<title>${escapeHtml(`${sharedTexts.offlineTitle} · ${productName}`)}</title>`
  const still = { ...template, afterTitle: template.afterTitle.replace(SCRIPTS, '') }
  return fillTemplate(still, nonce, { head, shell: fillShell(shell, data) })
}
