import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { API, COME_BACK, MANIFEST, OFFLINE_PAGE } from '#contract/paths.ts'
import { DEVICE_KEYS_KEY, PROFILE_DRAFT_KEY, VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import { TIMINGS } from '#contract/timings.ts'
import { PAGE_TEXTS } from './page-texts.ts'
import type { Template } from './template.ts'

// Tailwind reads the classes here (web/styles/index.css).
const STYLES = JSON.stringify({
  strip:
    'sticky bottom-0 z-20 flex flex-wrap items-center justify-center gap-x-3 border-danger border-t bg-danger-wash px-4 py-2 text-center text-ink [#root:empty~&]:fixed [#root:empty~&]:inset-0 [#root:empty~&]:flex-col [#root:empty~&]:gap-5 [#root:empty~&]:border-0 [#root:empty~&]:bg-page',
  button: 'min-h-target rounded-lg border border-edge bg-raised px-4 font-semibold',
})

/**
 * WebKit aborts a page's pending loads as soon as the next page is requested. Such an abort is no
 * failure. If the page stays after all, the `late` timer reports it.
 */
const NOTE_LEAVING = `let leaving;addEventListener('beforeunload',()=>{leaving=true});`

/** `fail` says that the page did not start: a rendered page looks ready. `started` hides it. */
function toBootWatchdog({ language }: Template): string {
  const { unstarted: text, reload: again } = PAGE_TEXTS[language]
  return `let notice;
const cover=(height)=>{document.documentElement.style.scrollPaddingBottom=height};
const words=${JSON.stringify({ text, again })},styles=${STYLES},
fail=()=>{if(notice)return;
const button=Object.assign(document.createElement('button'),{className:styles.button,textContent:words.again,onclick(){location.reload()}});
notice=Object.assign(document.createElement('p'),{role:'alert',className:styles.strip});
notice.append(words.text,button);document.body.append(notice);cover(notice.offsetHeight+'px')},
late=setTimeout(fail,${TIMINGS.startedWithinMs}),
lose=()=>leaving||fail(),
started=()=>{clearTimeout(late);notice?.remove();cover('')};`
}

const WATCH_ENTRY = `const onEntry=({type,target})=>{if(target.type==='module')type==='load'?started():lose()};
for(const type of['load','error'])document.addEventListener(type,onEntry,true)`

export function toPreloads(template: Template, page: string, nonce: string): string {
  const preloads = (template.scripts.get(page) ?? []).map(
    (address) => `<link rel="modulepreload" crossorigin href="${address}" nonce="${nonce}">`,
  )
  const watch = NOTE_LEAVING + toBootWatchdog(template) + WATCH_ENTRY
  return [toScript(nonce, watch), ...preloads].join('')
}

/**
 * Remembers a press before the app runs. A page without a button does not, else the first press on
 * the next page would count as early. A button with a value fills the field of its form.
 */
const EARLY_PRESS = `let pressed;
const click=e=>{pressed=e.target.closest?.('button');
if(pressed?.value){pressed.form.querySelector('input').value=pressed.value;pressed=undefined}},
isNext=()=>document.activeElement?.enterKeyHint==='next'&&matchMedia('(pointer: coarse)').matches,
submit=e=>{e.preventDefault();pressed=isNext()?undefined:e.submitter},
remember=()=>{if(!document.querySelector('button'))return;
addEventListener('click',click,true);addEventListener('submit',submit,true);
window.takeEarlyPress=button=>{removeEventListener('click',click,true);removeEventListener('submit',submit,true);
return pressed===button&&!(pressed=undefined)}};`

/** Loads the scripts after the first paint: they have fifty times the bytes that it needs. */
export function toLateStart(template: Template, page: string, nonce: string): string {
  return toScript(
    nonce,
    `${EARLY_PRESS}remember();${toParts(template, page, nonce)}${toRun(template)}${LATER}`,
  )
}

/** The wait in browsers that do not report paints. A busy phone may need half of it. */
const PAINTED_WITHIN_MS = 1_000

/**
 * A frame's callbacks run before it is painted, and a script requested there delays it. This waits
 * for the second frame: the first contentful paint may show only the part that arrived early.
 */
const LATER = `let begun;const begin=()=>{if(!begun){begun=true;ask();run()}};
requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(()=>{
new PerformanceObserver(list=>{if(list.getEntriesByName('first-contentful-paint').length)begin()}).observe({type:'paint',buffered:true});
setTimeout(begin,${PAINTED_WITHIN_MS})})))`

/** `knows` is true if this browser needs the app, not the rendered page of a bar or a table. */
const KNOWS = `let knows=false;
try{knows=[sessionStorage.${VISIT_SECRET_KEY},sessionStorage.${PROFILE_DRAFT_KEY},localStorage.${DEVICE_KEYS_KEY}].some(Boolean)}catch{}`

/** Only new people see the rendered page. For others the scripts load at once. */
export function toNewPersonHead(template: Template, page: string, nonce: string): string {
  return toScript(nonce, `${toParts(template, page, nonce)}${KNOWS};if(knows)ask()`)
}

export function toNewPersonStart(template: Template, page: string, nonce: string): string {
  const lay =
    "const root=document.getElementById('root'),{content}=root.firstChild;if(knows||content)root.replaceChildren(...knows?[]:[content])"
  const code = `${toParts(template, page, nonce)}${toRun(template)}${KNOWS};${lay};remember();if(knows)run();else{${LATER}}`
  return toScript(nonce, EARLY_PRESS + code)
}

/** The app needs styles that the page lacks, so it waits for the whole sheet. */
function toParts({ scripts, entry, sheet }: Template, page: string, nonce: string): string {
  const addresses = JSON.stringify([...(scripts.get(page) ?? []), entry])
  return `const hrefs=${addresses},
link=(rel,href,more)=>document.head.appendChild(Object.assign(document.createElement('link'),{rel,href,crossOrigin:'',nonce:'${nonce}'},more)),
ask=()=>{styled=new Promise((onload,onerror)=>link('stylesheet','${sheet}',{onload,onerror}));
for(const href of hrefs)link('modulepreload',href);link('manifest','${MANIFEST}')};let styled;`
}

/** Imports one script at a time, the app last, so that a slow phone can handle touches in between. */
function toRun(template: Template): string {
  return `${NOTE_LEAVING}const run=async()=>{${toBootWatchdog(template)}
try{await styled;for(const href of hrefs){await import(href);await new Promise(next=>setTimeout(next))}started()}catch{lose()}};`
}

/** The app's icon leads to the bar that was entered last. This page stays hidden meanwhile. */
export function toWayBack(nonce: string): string {
  const code = `let id;try{id=Object.keys(JSON.parse(localStorage.${DEVICE_KEYS_KEY})).at(-1)}catch{}
if(id){document.documentElement.hidden=true;location.replace('${address(PAGES.bar, { barId: '' })}'+encodeURIComponent(id)+'${COME_BACK}')}
else history.replaceState(null,'','${PAGES.landing}')`
  return toScript(nonce, code)
}

/** Requests the visit while the app loads (web/come-back.ts), unless this tab already has one. */
export function toContinue(barId: string, nonce: string): string {
  const code = `try{const deviceKey=JSON.parse(localStorage.${DEVICE_KEYS_KEY})['${barId}'];
if(deviceKey&&!sessionStorage.${VISIT_SECRET_KEY}){window.continued=fetch('${address(API.continue, { barId })}',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({deviceKey}),signal:AbortSignal.timeout(${TIMINGS.answerToBodyWithinMs})});continued.catch(()=>{})}}catch{}`
  return toScript(nonce, code)
}

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

/** The offline page at its own address would reload for ever. */
const RECONNECT = `let waitMs=2000,timer;
const look=async()=>{clearTimeout(timer);try{await fetch('',{method:'HEAD',cache:'no-store'});location.reload()}
catch{timer=setTimeout(look,waitMs);waitMs=Math.min(2*waitMs,30000)}};
if(location.pathname!=='${OFFLINE_PAGE}'){addEventListener('online',look);timer=setTimeout(look,waitMs)}`

/** Reloads into the page that was asked for, as soon as there is a connection. */
export function toComeBack(nonce: string): string {
  return toScript(nonce, RECONNECT)
}

function toScript(nonce: string, code: string): string {
  return `<script nonce="${nonce}">{${code}}</script>`
}
