import { noPageTexts } from '#contract/texts/no-page.ts'
import { TIMINGS } from '#contract/timings.ts'

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
export const UNSTARTED = `let told;
const words=${WORDS},look=${LOOK},
tell=()=>{if(told)return;
const button=Object.assign(document.createElement('button'),{className:look.button,textContent:words.again,onclick(){location.reload()}});
told=Object.assign(document.createElement('p'),{role:'alert',className:look.strip});
told.append(words.text,button);document.body.append(told)},
late=setTimeout(tell,${TIMINGS.startedWithinMs}),
started=()=>{clearTimeout(late);told?.remove()};`

/** The same for a page whose scripts stand in its head. */
export const WATCH_ENTRY = `${UNSTARTED}
const settle=({type,target})=>{if(target.type==='module')type==='load'?started():tell()};
for(const type of['load','error'])document.addEventListener(type,settle,true)`
