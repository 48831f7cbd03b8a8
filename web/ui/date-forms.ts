/** 21/11/2026 */
export const DATE = { dateStyle: 'short' } as const
/** 21/11/2026, 22:41 */
export const DATE_AND_TIME = { dateStyle: 'short', timeStyle: 'short' } as const
/** 21/11, 22:41 */
export const DAY_AND_TIME = {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const
/** sábado, 21 de novembro de 2026 */
export const LONG_DATE = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
} as const
