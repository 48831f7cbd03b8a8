import { LANGUAGES, TRANSLATIONS } from '#contract/languages.ts'
import { LANGUAGE, languageTexts } from '#contract/texts/language.ts'
import { LANGUAGE_NAMES, LANGUAGE_OFFERS } from '#contract/texts/language-names.ts'
import { changeLanguage } from '#web/session/language.ts'
import { Button } from '#web/ui/button.tsx'

/** At the foot of a page. */
export function LanguageSwitch() {
  return (
    <fieldset className="flex flex-wrap justify-center gap-2" aria-label={languageTexts.label}>
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          variant="quiet"
          size="sm"
          lang={language}
          aria-pressed={language === LANGUAGE}
          className="aria-pressed:border-link"
          onClick={() => changeLanguage(language)}
        >
          {LANGUAGE_NAMES[language]}
        </Button>
      ))}
    </fieldset>
  )
}

/** Above a form. The Worker says which one is seen (worker/pages/language.ts). */
export function LanguageOffer() {
  if (LANGUAGE !== 'pt-BR') return null
  return TRANSLATIONS.map((language) => (
    <div key={language} lang={language} className={OFFERED[language]}>
      <Button variant="quiet" size="sm" onClick={() => changeLanguage(language)}>
        {LANGUAGE_OFFERS[language]}
      </Button>
    </div>
  ))
}

const OFFERED = {
  en: 'hidden justify-center in-data-[offer=en]:flex',
  es: 'hidden justify-center in-data-[offer=es]:flex',
}
