import { continueVisit, drawnPage, offlinePage, undrawnPage, wayBack } from 'virtual:start-scripts'
import type {
  ContinuedVisitData,
  DrawnPageData,
  UndrawnPageData,
  UnstartedTexts,
} from '#contract/start-data.ts'
import { START_DATA_ATTRIBUTE } from '#contract/start-data.ts'
import { escapeHtml } from './escape-html.ts'
import { PAGE_TEXTS } from './page-texts.ts'
import type { Template } from './template.ts'

/** The head of a page that the app draws: a script that watches its start, and the preloads. */
export function toUndrawnStart(template: Template, page: string, nonce: string): string {
  const data: UndrawnPageData = { texts: textsOf(template) }
  const preloads = (template.scripts.get(page) ?? []).map(
    (address) => `<link rel="modulepreload" crossorigin href="${address}" nonce="${nonce}">`,
  )
  return [toScript(undrawnPage, nonce, data), ...preloads].join('')
}

/** The script of a page that is readable before the app runs. */
export function toDrawnStart(
  template: Template,
  page: string,
  isForNewPeople: boolean,
  nonce: string,
): string {
  const { scripts, entry, sheet } = template
  const data: DrawnPageData = {
    texts: textsOf(template),
    scripts: [...(scripts.get(page) ?? []), entry],
    sheet,
    isForNewPeople,
  }
  return toScript(drawnPage, nonce, data)
}

export function toWayBack(nonce: string): string {
  return toScript(wayBack, nonce)
}

export function toContinuedVisit(barId: string, nonce: string): string {
  const data: ContinuedVisitData = { barId }
  return toScript(continueVisit, nonce, data)
}

export function toOfflineStart(nonce: string): string {
  return toScript(offlinePage, nonce)
}

function textsOf({ language }: Template): UnstartedTexts {
  const { unstarted: text, outdated, reload } = PAGE_TEXTS[language]
  return { text, outdated, reload }
}

function toScript(code: string, nonce: string, data?: object): string {
  const attribute = data ? ` ${START_DATA_ATTRIBUTE}="${escapeHtml(JSON.stringify(data))}"` : ''
  return `<script nonce="${nonce}"${attribute}>${code}</script>`
}
