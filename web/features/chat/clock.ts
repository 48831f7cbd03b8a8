import { chatTexts } from '#contract/texts/chat.ts'
import { dayOf } from './timeline.ts'

const date = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', day: 'numeric', month: 'long' })
const DAY_MS = 86_400_000

export function toDay(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return chatTexts.today
  return dayOf(at) === dayOf(now - DAY_MS) ? chatTexts.yesterday : date.format(at)
}
