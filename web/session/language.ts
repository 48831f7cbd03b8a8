import type { Language } from '#contract/languages.ts'
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_S } from '#contract/languages.ts'

/** Loads this page anew in that language. What was typed is kept by its field or draft. */
export function changeLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `${LANGUAGE_COOKIE}=${language};path=/;max-age=${LANGUAGE_COOKIE_S};secure;samesite=lax`
  // A browser that refuses the cookie may keep the visit in memory alone: nothing is loaded anew for nothing.
  if (document.cookie.includes(`${LANGUAGE_COOKIE}=${language}`)) location.reload()
}
