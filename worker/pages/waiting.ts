import { PAGES } from '#contract/pages.ts'
import { PAGE_TEXTS } from './page-texts.ts'
import type { Template } from './template.ts'

/** Stands in for the list or the conversation until the app draws it. */
export function toWaiting({ language }: Template, page: string): string {
  const bubbles = ['w-3/5', 'w-2/5 self-end', 'w-3/5 self-end', 'w-2/5']
  const shapes = page.startsWith(PAGES.chat)
    ? bubbles.map((place) => `h-13 ${place}`)
    : Array.from({ length: 8 }, () => 'h-24')
  const cards = shapes.map(
    (shape) => `<span class="block shrink-0 animate-pulse rounded-xl bg-hover ${shape}"></span>`,
  )
  const place = page.startsWith(PAGES.chat) ? 'justify-end' : ''
  return `<div class="flex h-dvh flex-col overflow-hidden"><p role="status" class="sr-only">${PAGE_TEXTS[language].loading}</p><div class="min-h-bar shrink-0 border-line border-b bg-raised"></div><div class="mx-auto flex min-h-0 w-full max-w-broad flex-1 flex-col gap-2.5 p-4 ${place}">${cards.join('')}</div></div>`
}
