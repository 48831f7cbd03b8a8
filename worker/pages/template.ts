import { CSP_NONCE_WORD } from './nonce.ts'

/** The built index.html, cut where the Worker's words go. */
export interface Template {
  /** Everything up to the title, the rest of the head, and everything from `</head>` on. */
  beforeTitle: string
  afterTitle: string
  body: string
}

const TITLE = /<title>[^<]*<\/title>/
const HEAD_END = '</head>'

let cached: Template | undefined

/** Read once per isolate: it changes only with a deploy. In development Vite makes it anew each time. */
export async function readTemplate(env: Env, request: Request): Promise<Template> {
  if (cached && !import.meta.env.DEV) return cached
  const answer = await env.ASSETS.fetch(new URL('/index.html', request.url))
  if (!answer.ok) throw new Error(`the template answered ${answer.status}`)
  cached = cutTemplate(await answer.text())
  return cached
}

/** Throws where the page has no title or head: then the Worker would have nowhere to write. */
export function cutTemplate(html: string): Template {
  const headEnd = html.indexOf(HEAD_END)
  const title = TITLE.exec(html)
  if (!title || headEnd < title.index) throw new Error('the template has no title in its head')
  return {
    beforeTitle: html.slice(0, title.index),
    afterTitle: html.slice(title.index + title[0].length, headEnd),
    body: html.slice(headEnd),
  }
}

/**
 * A whole page. The nonce replaces its word in the template alone, never in `head`: a bar whose
 * name is that word must not learn it.
 */
export function fillTemplate(template: Template, nonce: string, head: string): string {
  const { beforeTitle, afterTitle, body } = template
  const [before, after, rest] = [beforeTitle, afterTitle, body].map((part) =>
    part.replaceAll(CSP_NONCE_WORD, nonce),
  )
  return `${before}${head}${after}${rest}`
}
