import { randomBytes } from 'node:crypto'

/** The word that vite.config.ts puts wherever a nonce belongs (`html.cspNonce`). */
const CSP_NONCE_WORD = '__CSP_NONCE__'

/** 128 fresh random bits. */
export function makeNonce(): string {
  return randomBytes(16).toString('base64url')
}

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
  /** Address of the script that starts the app. */
  entry: string
}

/** What the Worker puts into a page: at the end of its head, into its root, at its end. */
export interface Words {
  head: string
  shell?: string
  foot?: string
}

const BODY_END = '</body>'
const TITLE = /<title>[^<]*<\/title>/
const HEAD_END = '</head>'
const ROOT = '<div id="root">'
const ENTRY = /<script type="module"[^>]*\bsrc="([^"]*)"[^>]*><\/script>/
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
function cutTemplate(html: string): Template {
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
    entry: ENTRY.exec(page)?.[1] ?? '',
    scripts: new Map(readBlocks(html, 'scripts').map(([page, list]) => [page, list.split(' ')])),
  }
}

function readBlocks(html: string, wanted: string): [name: string, content: string][] {
  return Array.from(html.matchAll(BLOCK))
    .filter(([, kind]) => kind === wanted)
    .map(([, , name = '', content = '']) => [name, content])
}

/**
 * A page that the build has drawn, without the script that would stand in its head: `toLateStart`
 * begins it.
 */
export function withoutEntry(template: Template): Template {
  return { ...template, afterTitle: template.afterTitle.replace(ENTRY, '') }
}

/**
 * A whole page. The nonce replaces its word in the template alone, never in what is put into it: a bar
 * whose name is that word must not learn it.
 */
export function fillTemplate(template: Template, nonce: string, words: Words): string {
  const { head, shell = '', foot = '' } = words
  const { beforeTitle, afterTitle, beforeRoot, afterRoot } = template
  const [before, after, body, rest = ''] = [beforeTitle, afterTitle, beforeRoot, afterRoot].map(
    (part) => part.replaceAll(CSP_NONCE_WORD, nonce),
  )
  return `${before}${head}${after}${body}${shell}${rest.replace(BODY_END, () => foot + BODY_END)}`
}
