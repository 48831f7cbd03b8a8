import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Language, Translation } from '#contract/languages.ts'
import {
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_S,
  LANGUAGES,
  PORTUGUESE,
  TRANSLATIONS,
} from '#contract/languages.ts'
import type { PageRow } from '#contract/pages.ts'
import { isTranslated } from '#contract/pages.ts'
import type { AppEnv } from '#worker/app-env.ts'

/** Only the switch changes the language of a page. */
export function languageOf(c: Context<AppEnv>, page?: PageRow): Language {
  return page && !isTranslated(page) ? PORTUGUESE : (readChoice(c) ?? PORTUGUESE)
}

/** Safari keeps a script's cookie for only 7 days, so each page sets it again in a header. */
export function keepLanguage(c: Context<AppEnv>): void {
  const language = readChoice(c)
  if (!language) return
  const rules = { path: '/', maxAge: LANGUAGE_COOKIE_S, secure: true, sameSite: 'Lax' } as const
  setCookie(c, LANGUAGE_COOKIE, language, rules)
}

/** Offers the browser's language to a person who has not chosen one. */
export function offerOf(c: Context<AppEnv>, page: PageRow): Translation | undefined {
  if (readChoice(c) || !isTranslated(page)) return
  const wanted = (c.req.header('Accept-Language') ?? '').toLowerCase().split(',')
  const known = wanted.map((tag) => LANGUAGES.find((language) => isOf(tag, language)))
  const first = known.find(Boolean)
  return TRANSLATIONS.find((language) => language === first)
}

/** `en-US;q=0.8` is English. */
function isOf(tag: string, language: Language): boolean {
  return tag.trim().split(/[-;]/)[0] === language.split('-')[0]
}

function readChoice(c: Context<AppEnv>): Language | undefined {
  const chosen = getCookie(c, LANGUAGE_COOKIE)
  return LANGUAGES.find((language) => language === chosen)
}
