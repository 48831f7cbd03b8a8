/** hh:mm on the bar's wall clock, wherever the board is. */
export function toBarTime(at: number, timeZone: string): string {
  const form = { hour: '2-digit', minute: '2-digit', timeZone } as const
  return new Intl.DateTimeFormat('pt-BR', form).format(at)
}
