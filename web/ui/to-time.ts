// In the language of the page; without a document, of the texts.
const language = globalThis.document?.documentElement.lang || 'pt-BR'
const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' })

/** hh:mm. */
export function toTime(at: number): string {
  return time.format(at)
}
