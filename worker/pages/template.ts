import { CSP_NONCE_WORD } from './nonce.ts'

/** The built index.html, cut where the Worker's words go. */
export interface Template {
  /** Everything up to the title. */
  beforeTitle: string
  /** The rest of the head. */
  afterTitle: string
  /** From `</head>` on to where the page is drawn, and from its end on. */
  beforeRoot: string
  afterRoot: string
  /** First screens that the build has drawn, by name (contract/shells.ts). */
  shells: ReadonlyMap<string, string>
  /** Addresses of the scripts that a page needs beside the entry, by its pattern. */
  scripts: ReadonlyMap<string, readonly string[]>
}

const TITLE = /<title>[^<]*<\/title>/
const HEAD_END = '</head>'
const ROOT = '<div id="root">'
const BLOCK = /<!--(shell|scripts) ([^>]*)-->(.*?)<!--\/\1-->/gs

let cached: Template | undefined

/** Read once per isolate: it changes only with a deploy. In development Vite makes it anew each time. */
export async function readTemplate(env: Env, request: Request): Promise<Template> {
  if (cached && !import.meta.env.DEV) return cached
  const answer = await env.ASSETS.fetch(new URL('/index.html', request.url))
  if (!answer.ok) throw new Error(`the template answered ${answer.status}`)
  cached = cutTemplate(await answer.text())
  return cached
}

/** Throws where the page has no title, head or root: then the Worker would have nowhere to write. */
export function cutTemplate(html: string): Template {
  const page = html.replace(BLOCK, '')
  const title = TITLE.exec(page)
  const headEnd = page.indexOf(HEAD_END)
  const root = page.indexOf(ROOT) + ROOT.length
  if (!title || headEnd < title.index) throw new Error('the template has no title in its head')
  if (root < headEnd) throw new Error('the template has no root in its body')
  return {
    beforeTitle: page.slice(0, title.index),
    afterTitle: page.slice(title.index + title[0].length, headEnd),
    beforeRoot: page.slice(headEnd, root),
    afterRoot: page.slice(root),
    shells: new Map(readBlocks(html, 'shell')),
    scripts: new Map(readBlocks(html, 'scripts').map(([page, list]) => [page, list.split(' ')])),
  }
}

function readBlocks(html: string, wanted: string): [name: string, content: string][] {
  return Array.from(html.matchAll(BLOCK))
    .filter(([, kind]) => kind === wanted)
    .map(([, , name = '', content = '']) => [name, content])
}

/** So that a browser asks for all scripts of a page at once, and not for one after the other. */
export function toPreloads(scripts: readonly string[] = [], nonce: string): string {
  return scripts
    .map((address) => `<link rel="modulepreload" crossorigin href="${address}" nonce="${nonce}">`)
    .join('')
}

/**
 * A whole page. The nonce replaces its word in the template alone, never in `head` or `shell`: a
 * bar whose name is that word must not learn it.
 */
export function fillTemplate(template: Template, nonce: string, head: string, shell = ''): string {
  const { beforeTitle, afterTitle, beforeRoot, afterRoot } = template
  const [before, after, body, rest] = [beforeTitle, afterTitle, beforeRoot, afterRoot].map((part) =>
    part.replaceAll(CSP_NONCE_WORD, nonce),
  )
  return `${before}${head}${after}${body}${shell}${rest}`
}
