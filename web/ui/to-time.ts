// In the language of the page; without a document, of the texts.
const language = globalThis.document?.documentElement.lang || 'pt-BR'
let format: Intl.DateTimeFormat | undefined

/** hh:mm. The format is made for the first time that is shown: it takes 5 ms, on a phone 20. */
export function toTime(at: number): string {
  format ??= new Intl.DateTimeFormat(language, { timeStyle: 'short' })
  return format.format(at)
}
