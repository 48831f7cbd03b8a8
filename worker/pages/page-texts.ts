import type { Language } from '#contract/languages.ts'
import { noPageTexts as inEnglish } from '#contract/texts/en/no-page.ts'
import { tableLabel as labelInEnglish } from '#contract/texts/en/person.ts'
import { sharedTexts as sharedInEnglish } from '#contract/texts/en/shared.ts'
import { siteTexts as siteInEnglish } from '#contract/texts/en/site.ts'
import { noPageTexts as inSpanish } from '#contract/texts/es/no-page.ts'
import { tableLabel as labelInSpanish } from '#contract/texts/es/person.ts'
import { sharedTexts as sharedInSpanish } from '#contract/texts/es/shared.ts'
import { siteTexts as siteInSpanish } from '#contract/texts/es/site.ts'
import { noPageTexts } from '#contract/texts/no-page.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { siteTexts } from '#contract/texts/site.ts'
import type { Translated } from '#contract/texts/translated.ts'

type PageTexts = Translated<typeof sharedTexts & typeof siteTexts & typeof noPageTexts>

/** The texts that the Worker adds to a page. All others are in the build of that language. */
export const PAGE_TEXTS: Record<Language, PageTexts> = {
  'pt-BR': { ...sharedTexts, ...siteTexts, ...noPageTexts },
  en: { ...sharedInEnglish, ...siteInEnglish, ...inEnglish },
  es: { ...sharedInSpanish, ...siteInSpanish, ...inSpanish },
}

/** How each language names a table, or a place without one. */
export const TABLE_LABELS: Record<Language, typeof tableLabel> = {
  'pt-BR': tableLabel,
  en: labelInEnglish,
  es: labelInSpanish,
}
