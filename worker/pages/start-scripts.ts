import { DEVICE_KEYS_KEY, PATRON_SECRET_KEY, PROFILE_DRAFT_KEY } from '#contract/stored-keys.ts'
import { noPageTexts } from '#contract/texts/no-page.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Template } from './template.ts'

const WORDS = JSON.stringify({ text: noPageTexts.unstarted, again: noPageTexts.reload })
// Tailwind reads these here (web/styles/index.css). Where nothing is drawn, the strip is the page.
const LOOK = JSON.stringify({
  strip:
    'fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center justify-center gap-x-3 border-danger border-t bg-danger-wash px-4 py-2 text-center text-ink [#root:empty~&]:top-0 [#root:empty~&]:flex-col [#root:empty~&]:gap-5 [#root:empty~&]:border-0 [#root:empty~&]:bg-page',
  button: 'min-h-target rounded-lg border border-edge bg-raised px-4 font-semibold',
})

/**
 * `tell` says that a page did not start, which one that is drawn does not show: nothing on it would
 * ever answer. What is typed there stays until somebody reloads. `started` takes it back.
 */
const BOOT_WATCHDOG = `let told;
const words=${WORDS},look=${LOOK},
tell=()=>{if(told)return;
const button=Object.assign(document.createElement('button'),{className:look.button,textContent:words.again,onclick(){location.reload()}});
told=Object.assign(document.createElement('p'),{role:'alert',className:look.strip});
told.append(words.text,button);document.body.append(told)},
late=setTimeout(tell,${TIMINGS.startedWithinMs}),
started=()=>{clearTimeout(late);told?.remove()};`

/** The same for a page whose scripts stand in its head. */
const WATCH_ENTRY = `${BOOT_WATCHDOG}
const settle=({type,target})=>{if(target.type==='module')type==='load'?started():tell()};
for(const type of['load','error'])document.addEventListener(type,settle,true)`

/**
 * So that a browser asks for all scripts of a page at once, and not for one after the other; and that
 * somebody is told where they do not come.
 */
export function toPreloads({ scripts }: Template, page: string, nonce: string): string {
  const preloads = (scripts.get(page) ?? []).map(
    (address) => `<link rel="modulepreload" crossorigin href="${address}" nonce="${nonce}">`,
  )
  return [toScript(nonce, WATCH_ENTRY), ...preloads].join('')
}

/**
 * Remembers what is pressed until the scripts are there; `web/ui/use-early-press.ts` asks for it. On a
 * page without a button nobody would, and the next page's first press would be remembered too. A
 * phone's "next" sends nothing, as in `web/features/profile/enter-goes-on.ts`.
 */
const EARLY_PRESS = `let pressed;
const click=e=>{pressed=e.target.closest?.('button')},
isNext=()=>document.activeElement?.enterKeyHint==='next'&&matchMedia('(pointer: coarse)').matches,
submit=e=>{e.preventDefault();pressed=isNext()?undefined:e.submitter},
remember=()=>{if(!document.querySelector('button'))return;
addEventListener('click',click,true);addEventListener('submit',submit,true);
window.takeEarlyPress=button=>{removeEventListener('click',click,true);removeEventListener('submit',submit,true);
return pressed===button&&!(pressed=undefined)}};`

/**
 * Asks for the scripts once the page has been painted. What is drawn already needs only its styles,
 * and on a bar's Wi-Fi those would have to share the line with fifty times as many bytes.
 */
export function toLateStart(template: Template, page: string, nonce: string): string {
  return toScript(nonce, `${EARLY_PRESS}remember();${toParts(template, page, nonce)}${RUN}${LATER}`)
}

const LATER = 'requestAnimationFrame(()=>setTimeout(()=>{ask();run()}))'

/** Whether this browser comes to a table's page with something that the drawn page does not show. */
const KNOWS = `let knows=false;
try{knows=[sessionStorage.${PATRON_SECRET_KEY},sessionStorage.${PROFILE_DRAFT_KEY},localStorage.${DEVICE_KEYS_KEY}].some(Boolean)}catch{}`

/** Of a page that only newcomers see as it is drawn: for everybody else the scripts begin at once. */
export function toNewcomersHead(template: Template, page: string, nonce: string): string {
  return toScript(nonce, `${toParts(template, page, nonce)}${KNOWS};if(knows)ask()`)
}

/** Lays the drawn page from its `<template>` into the root, before anybody could see it, or drops it. */
export function toNewcomersStart(template: Template, page: string, nonce: string): string {
  const lay =
    "const root=document.getElementById('root');root.replaceChildren(...knows?[]:[root.firstChild.content])"
  const code = `${toParts(template, page, nonce)}${RUN}${KNOWS};${lay};remember();if(knows)run();else ${LATER}`
  return toScript(nonce, EARLY_PRESS + code)
}

/** `ask` sends for all scripts at once. */
function toParts({ scripts, entry }: Template, page: string, nonce: string): string {
  const addresses = JSON.stringify([...(scripts.get(page) ?? []), entry])
  return `const hrefs=${addresses},
ask=()=>{for(const href of hrefs)document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',crossOrigin:'',nonce:'${nonce}',href}))};`
}

/**
 * `run` lets one script after the other begin, the app last: a slow phone has time between them to
 * answer a finger.
 */
const RUN = `const run=async()=>{${BOOT_WATCHDOG}
try{for(const href of hrefs){await import(href);await new Promise(next=>setTimeout(next))}started()}catch{tell()}};`

/** In a block of its own: what it names is nobody else's. */
function toScript(nonce: string, code: string): string {
  return `<script nonce="${nonce}">{${code}}</script>`
}
