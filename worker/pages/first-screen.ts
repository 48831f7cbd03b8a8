import { PAGES } from '#contract/paths.ts'
import type { ServedPage } from '#contract/shells.ts'
import { toShellName } from '#contract/shells.ts'
import { fillShell } from './shell.ts'
import { toLateStart, toNewcomersHead, toNewcomersStart } from './start-scripts.ts'
import type { Template, Words } from './template.ts'

/** What the build has drawn of a page, filled in, and what starts it; null where it drew nothing. */
export function toFirstScreen(
  template: Template,
  page: string,
  served: ServedPage,
  nonce: string,
): Partial<Words> | null {
  const shell = template.shells.get(toShellName(page, served) ?? '')
  if (shell === undefined) return null
  const filled = fillShell(shell, served)
  if (page !== PAGES.table) return { shell: filled, foot: toLateStart(template, page, nonce) }
  // Who has a profile sees the list there.
  return {
    head: toNewcomersHead(template, page, nonce),
    shell: `<template>${filled}</template>`,
    foot: toNewcomersStart(template, page, nonce),
  }
}
