import type { Language } from '#contract/languages.ts'
import { PAGES } from '#contract/pages.ts'
import { OFFLINE_PAGE } from '#contract/paths.ts'
import type { ServedPage } from '#contract/shells.ts'
import { SHELL_WORDS, toShellName } from '#contract/shells.ts'
import { escapeHtml } from './escape-html.ts'
import { PAGE_TEXTS, TABLE_LABELS } from './page-texts.ts'
import { toDrawnStart, toOfflineStart } from './start-scripts.ts'
import type { Template, Words } from './template.ts'
import { fillTemplate } from './template.ts'

/** The label of a table has its word in it, so it comes first. */
const WORDS = new RegExp(
  [
    ...Object.values(TABLE_LABELS).map((toLabel) => toLabel(SHELL_WORDS.table)),
    ...Object.values(SHELL_WORDS),
  ].join('|'),
  'g',
)
const SCRIPTS = /<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs

export function toFirstScreen(
  template: Template,
  page: string,
  served: ServedPage,
  nonce: string,
): Partial<Words> | null {
  const shell = template.shells.get(toShellName(page, served) ?? '')
  if (shell === undefined) return null
  const filled = fillShell(shell, served, template.language)
  const isForNewPeople = page === PAGES.table || page === PAGES.bar
  return {
    head: toDrawnStart(template, page, isForNewPeople, nonce),
    // A bar's page is readable without scripts. A table's page needs them.
    shell: page === PAGES.table ? `<template>${filled}</template>` : filled,
  }
}

/** The service worker serves it at any address. It runs one small script and holds no personal data. */
export function toOfflinePage(template: Template, nonce: string, productName: string): string {
  const data = { productName, bar: null, otherHosts: [] }
  const name = toShellName(OFFLINE_PAGE, data)
  const shell = template.shells.get(name ?? '') ?? ''
  const { offlineTitle } = PAGE_TEXTS[template.language]
  const head = `<title>${escapeHtml(`${offlineTitle} · ${productName}`)}</title>`
  const still = { ...template, afterTitle: template.afterTitle.replace(SCRIPTS, '') }
  const foot = toOfflineStart(nonce)
  return fillTemplate(still, nonce, {
    head,
    shell: fillShell(shell, data, template.language),
    foot,
  })
}

/** Replaces in one pass, because a bar's name may itself be a placeholder. */
function fillShell(
  shell: string,
  { productName, bar, table }: ServedPage,
  language: Language,
): string {
  const toLabel = TABLE_LABELS[language]
  const meanings: Record<string, string | undefined> = {
    [SHELL_WORDS.productName]: productName,
    [SHELL_WORDS.barId]: bar?.id,
    [toLabel(SHELL_WORDS.table)]: table ? toLabel(table) : undefined,
    [SHELL_WORDS.table]: table ?? undefined,
    [SHELL_WORDS.barName]: bar?.name,
    [SHELL_WORDS.longBarName]: bar?.name,
    [SHELL_WORDS.city]: bar?.city,
    [SHELL_WORDS.description]: bar?.description ?? undefined,
    [SHELL_WORDS.tonight]: bar?.tonight ?? undefined,
  }
  return shell.replace(WORDS, (word) => escapeHtml(meanings[word] ?? ''))
}
