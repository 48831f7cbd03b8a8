import type { ServedPage } from '#contract/shells.ts'
import { SHELL_WORDS } from '#contract/shells.ts'
import { escapeHtml } from './escape-html.ts'

const WORDS = new RegExp(Object.values(SHELL_WORDS).join('|'), 'g')

/** Says in a shell what the build could not know. In one pass: a name may itself be such a word. */
export function fillShell(shell: string, { productName, bar, table }: ServedPage): string {
  const meanings: Record<string, string | undefined> = {
    [SHELL_WORDS.productName]: productName,
    [SHELL_WORDS.barId]: bar?.id,
    [SHELL_WORDS.table]: table ?? undefined,
    [SHELL_WORDS.barName]: bar?.name,
    [SHELL_WORDS.longBarName]: bar?.name,
    [SHELL_WORDS.city]: bar?.city,
    [SHELL_WORDS.description]: bar?.description ?? undefined,
    [SHELL_WORDS.logoUrl]: bar?.logoUrl ?? undefined,
  }
  return shell.replace(WORDS, (word) => escapeHtml(meanings[word] ?? ''))
}
