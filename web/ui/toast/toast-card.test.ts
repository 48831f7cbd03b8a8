import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HOSTILE_TEXTS } from '#test/fakes/hostile-texts.ts'
import { ToastCard } from './toast-card.tsx'
import { ToastStore } from './toast-store.ts'

const TONES = ['default', 'news', 'message', 'success', 'destructive'] as const

function tagsOf(text: string, tone: (typeof TONES)[number]): string[] {
  const store = new ToastStore()
  store.show({ title: text, description: text, hint: text, tone })
  const toast = store.read()
  if (!toast) throw new Error('no toast')
  const card = createElement(ToastCard, { toast })
  return renderToStaticMarkup(card).match(/<[^>]*>/g) ?? []
}

test.each(TONES)('T21 whatever is said in a toast (%s) is text, and adds no tag to it', (tone) => {
  const plain = tagsOf('Ana', tone)
  expect(plain.length).toBeGreaterThan(5)
  for (const text of HOSTILE_TEXTS) expect([text, tagsOf(text, tone)]).toEqual([text, plain])
})
