import type { Template } from './template.ts'

/** So that a browser asks for all scripts of a page at once, and not for one after the other. */
export function toPreloads({ scripts }: Template, page: string, nonce: string): string {
  return (scripts.get(page) ?? [])
    .map((address) => `<link rel="modulepreload" crossorigin href="${address}" nonce="${nonce}">`)
    .join('')
}

/** Remembers what is pressed until the scripts are there; `web/ui/use-early-press.ts` asks for it. */
const EARLY_PRESS = `let pressed;
const click=e=>{pressed=e.target.closest?.('button')},submit=e=>{e.preventDefault();pressed=e.submitter};
addEventListener('click',click,true);addEventListener('submit',submit,true);
window.takeEarlyPress=button=>{removeEventListener('click',click,true);removeEventListener('submit',submit,true);
return pressed===button&&!(pressed=undefined)};`

/**
 * Asks for the scripts once the page has been painted. What is drawn already needs only its styles,
 * and on a bar's Wi-Fi those would have to share the line with fifty times as many bytes.
 */
export function toLateStart({ scripts, entry }: Template, page: string, nonce: string): string {
  const addresses = JSON.stringify([entry, ...(scripts.get(page) ?? [])])
  return `<script nonce="${nonce}">{${EARLY_PRESS}}requestAnimationFrame(()=>setTimeout(()=>{
for(const href of ${addresses})document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',crossOrigin:'',nonce:'${nonce}',href}));
import('${entry}')}))</script>`
}
