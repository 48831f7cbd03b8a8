import { randomBytes } from 'node:crypto'
import type { Language, Translation } from '#contract/languages.ts'
import { PORTUGUESE } from '#contract/languages.ts'
import { TEMPLATES } from '#contract/paths.ts'

/** vite.config.ts writes it wherever a nonce belongs (`html.cspNonce`). */
const CSP_NONCE_WORD = '__CSP_NONCE__'

export function makeNonce(): string {
  return randomBytes(16).toString('base64url')
}

export interface Template {
  language: Language
  beforeTitle: string
  afterTitle: string
  beforeRoot: string
  afterRoot: string
  shells: ReadonlyMap<string, string>
  scripts: ReadonlyMap<string, readonly string[]>
  entry: string
  /** The part of `sheet` that the first screens need. */
  styles: string
  sheet: string
}

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
const MANIFEST_LINK = /<link rel="manifest"[^>]*>/
const SHEET = /<link rel="stylesheet"[^>]*\bhref="([^"]*)"[^>]*>/
const BLOCK = /<!--(shell|scripts|styles) ([^>]*)-->(.*?)<!--\/\1-->/gs

const cached = new Map<Language, Template>()

/**
 * Cached per isolate: only a deploy changes the template. In development Vite rebuilds it on every
 * request, in Portuguese only.
 */
export async function readTemplate(
  env: Env,
  request: Request,
  language: Language,
): Promise<Template> {
  const built = import.meta.env.DEV ? PORTUGUESE : language
  const kept = cached.get(built)
  if (kept && !import.meta.env.DEV) return kept
  const answer = await env.ASSETS.fetch(new URL(TEMPLATES[built], request.url))
  if (!answer.ok) throw new Error(`the template answered ${answer.status}`)
  const template = cutTemplate(await answer.text(), built)
  cached.set(built, template)
  return template
}

function cutTemplate(html: string, language: Language): Template {
  const page = html.replace(BLOCK, '')
  const title = TITLE.exec(page)
  const headEnd = page.indexOf(HEAD_END)
  const root = page.indexOf(ROOT) + ROOT.length
  if (!title || headEnd < title.index) throw new Error('the template has no title in its head')
  if (root < headEnd) throw new Error('the template has no root in its body')
  return {
    language,
    beforeTitle: page.slice(0, title.index),
    afterTitle: page.slice(title.index + title[0].length, headEnd),
    beforeRoot: page.slice(headEnd, root),
    afterRoot: page.slice(root),
    shells: new Map(readBlocks(html, 'shell')),
    entry: ENTRY.exec(page)?.[1] ?? '',
    styles: readBlocks(html, 'styles')[0]?.[1] ?? '',
    sheet: SHEET.exec(page)?.[1] ?? '',
    scripts: new Map(readBlocks(html, 'scripts').map(([page, list]) => [page, list.split(' ')])),
  }
}

function readBlocks(html: string, wanted: string): [name: string, content: string][] {
  return Array.from(html.matchAll(BLOCK))
    .filter(([, kind]) => kind === wanted)
    .map(([, , name = '', content = '']) => [name, content])
}

/** The page offers this language (web/features/brand/language-switch.tsx). */
export function withOffer(template: Template, offer: Translation): Template {
  const beforeTitle = template.beforeTitle.replace('<html', `<html data-offer="${offer}"`)
  return { ...template, beforeTitle }
}

/**
 * The first paint needs no other file: the page contains the styles of the first screens. Everything
 * else loads later (start-scripts.ts). The whole sheet comes after the styles, also where a script in the
 * head adds it, so that its rules win.
 */
export function withFirstStyles(template: Template): Template {
  const styles = `<style nonce="${CSP_NONCE_WORD}">${template.styles}</style>`
  const beforeTitle = template.beforeTitle.replace(MANIFEST_LINK, '') + styles
  const afterTitle = template.afterTitle.replace(ENTRY, '').replace(SHEET, '')
  return { ...template, beforeTitle, afterTitle }
}

/** Replaces the nonce in the template only: a bar named like the placeholder must not get it. */
export function fillTemplate(template: Template, nonce: string, words: Words): string {
  const { head, shell = '', foot = '' } = words
  const { beforeTitle, afterTitle, beforeRoot, afterRoot } = template
  const [before, after, body = '', rest = ''] = [
    beforeTitle,
    afterTitle,
    beforeRoot,
    afterRoot,
  ].map((part) => part.replaceAll(CSP_NONCE_WORD, nonce))
  return `${before}${head}${after}${body}${shell}${rest.replace(BODY_END, () => foot + BODY_END)}`
}
