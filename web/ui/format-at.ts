// The page's language. Tests without a document use the texts' language.
const language = globalThis.document?.documentElement.lang || 'pt-BR'

/** hh:mm with 24 hours in every language. */
export const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Kept because constructing one takes 5 ms, on a phone 20. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** In the page's language, on the clock of `timeZone`, by default the device's. */
export function formatAt(
  at: number,
  form: Intl.DateTimeFormatOptions = TIME,
  timeZone?: string,
): string {
  const options = { ...form, timeZone }
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format.format(at)
}
