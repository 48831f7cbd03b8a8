import { MANIFEST } from '#contract/paths.ts'
import type { DrawnPageData } from '#contract/start-data.ts'
import { afterFirstPaint } from './after-first-paint.ts'
import { rememberEarlyPress } from './early-press.ts'
import { isKnownPerson } from './known-person.ts'
import { readStartData } from './start-data.ts'
import { watchStart } from './watch-start.ts'

const { texts, scripts, sheet, isForNewPeople } = readStartData<DrawnPageData>()
const nonce = document.currentScript?.nonce
const showsApp = isForNewPeople && isKnownPerson()
let styled: Promise<unknown> | undefined

// Other pages load the scripts after the first paint: they have fifty times the bytes that it needs.
if (showsApp) preload()
document.addEventListener('DOMContentLoaded', () => {
  if (isForNewPeople) fillRoot()
  rememberEarlyPress()
  if (showsApp) run()
  else
    afterFirstPaint(() => {
      preload()
      run()
    })
})

function preload(): void {
  styled = new Promise((onload, onerror) => addLink('stylesheet', sheet, { onload, onerror }))
  for (const script of scripts) addLink('modulepreload', script)
  addLink('manifest', MANIFEST)
}

function addLink(rel: string, href: string, more: Partial<HTMLLinkElement> = {}): void {
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel, href, crossOrigin: '', nonce, ...more }))
}

/** A table's page is drawn in a template, because it does not work without the app. */
function fillRoot(): void {
  const root = document.getElementById('root')
  const template = root?.firstChild
  if (showsApp) root?.replaceChildren()
  else if (template instanceof HTMLTemplateElement) root?.replaceChildren(template.content)
}

/** Imports one script at a time, so that a slow phone can handle touches in between. */
async function run(): Promise<void> {
  const { hasStarted, hasFailed } = watchStart(texts)
  try {
    // The app needs styles that the page lacks.
    await styled
    for (const script of scripts) {
      await import(/* @vite-ignore */ script)
      await new Promise((next) => setTimeout(next))
    }
    hasStarted()
  } catch {
    hasFailed()
  }
}
