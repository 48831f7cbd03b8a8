import { existsSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { Translation } from '#contract/languages.ts'
import { PORTUGUESE } from '#contract/languages.ts'

const AREA = /\/contract\/texts\/(?=[\w-]+\.ts$)/

/** Builds with the texts of a language. An area that it lacks stays Portuguese. */
export function translate(language: Translation | undefined): Plugin | undefined {
  if (language === undefined) return
  return {
    name: 'translate',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const translated = found?.id.replace(AREA, (texts) => `${texts}${language}/`)
      return translated !== found?.id && existsSync(translated ?? '') ? translated : found
    },
    transformIndexHtml: (html) => html.replace(`lang="${PORTUGUESE}"`, `lang="${language}"`),
  }
}
