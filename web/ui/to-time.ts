const time = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })

/** hh:mm. */
export function toTime(at: number): string {
  return time.format(at)
}
