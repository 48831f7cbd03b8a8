import type { Context } from 'hono'
import type { Language } from '#contract/languages.ts'
import type { SiteState } from '#contract/site-state.ts'
import type { AppEnv } from './app-env.ts'
import { findSiteState } from './db/site-state.ts'
import { log } from './log.ts'
import { PAGE_TEXTS } from './pages/page-texts.ts'

const ASKED_EVERY_MS = 10_000
/** A page does not wait for an answer while it knows one that is younger. */
const SHOWN_FOR_MS = 60_000
/** A page is not held up for longer, nor a person kept out because D1 is away. */
const WAITS_MS = 1_000

let known: SiteState = { isStopped: false, notice: null }
/** When D1 was asked for it. */
let knownAt = Number.NEGATIVE_INFINITY
let askedAt = Number.NEGATIVE_INFINITY
/** When somebody last asked who has ended their wait, with an answer or without. */
let waitedAt = Number.NEGATIVE_INFINITY
/** Answers may overtake each other: the one of the later question holds. */
let questions = 0
let knownQuestion = 0

/** For pages, which seldom wait: what this isolate knows, up to a minute old for the first to ask again. */
export function siteState(c: Context<AppEnv>): Promise<SiteState> {
  return readSiteState(c, SHOWN_FOR_MS)
}

/** For who wants to enter: never older than ten seconds while D1 answers. */
export async function isSiteStopped(c: Context<AppEnv>): Promise<boolean> {
  return (await readSiteState(c, ASKED_EVERY_MS)).isStopped
}

async function readSiteState(c: Context<AppEnv>, usedForMs: number): Promise<SiteState> {
  const now = Date.now()
  if (now - waitedAt < ASKED_EVERY_MS) return known
  const isUsed = now - knownAt < usedForMs
  if (isUsed && now - askedAt < ASKED_EVERY_MS) return known
  askedAt = now
  questions += 1
  const question = questions
  // Each request that waits asks for itself: workerd lets none wait for what another one began.
  const asking = findSiteState(c.env.DB).then(
    (state) => keep(state, question, now),
    (error) => log('site_state_unknown', { error }),
  )
  c.executionCtx.waitUntil(asking)
  if (!isUsed) {
    await Promise.race([asking, scheduler.wait(WAITS_MS)])
    waitedAt = now
  }
  return known
}

/** The isolate that changes it knows it at once. What was asked before is older. */
export function noteSiteState(state: SiteState): void {
  questions += 1
  keep(state, questions, Date.now())
}

function keep(state: SiteState, question: number, at: number): void {
  if (question < knownQuestion) return
  known = state
  knownAt = at
  askedAt = at
  waitedAt = at
  knownQuestion = question
}

/** Empty for nothing to say. */
export function toNotice({ isStopped, notice }: SiteState, language: Language): string {
  return notice ?? (isStopped ? PAGE_TEXTS[language].stopped : '')
}
