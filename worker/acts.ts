import type { Context } from 'hono'
import type { ActKind } from '#contract/acts.ts'
import type { AppEnv } from './app-env.ts'
import type { NewAct } from './db/acts.ts'
import { keepAct } from './db/acts.ts'
import { log } from './log.ts'
import { accountOf } from './middleware/signed-in.ts'

export type About = Partial<
  Pick<NewAct, 'id' | 'at' | 'barId' | 'personId' | 'memberId' | 'people' | 'reason'>
>

const REPEATS_MS = [1_000, 5_000, 15_000]

/** Goes into the same batch as the change in D1. */
export function toAct(accountId: string, kind: ActKind, about: About = {}): NewAct {
  return { id: crypto.randomUUID(), at: Date.now(), kind, accountId, ...about }
}

/** An act of the signed-in account. */
export function actOf(c: Context<AppEnv>, kind: ActKind, about?: About): NewAct {
  return toAct(accountOf(c).id, kind, about)
}

/** Stores an act whose change is outside of D1, before the answer. */
export async function noteAct(c: Context<AppEnv>, kind: ActKind, about?: About): Promise<void> {
  await keepOrRepeat(c.env.DB, actOf(c, kind, about), c.executionCtx)
}

/** Never throws: the act is done even if D1 is down. The log keeps the act then. */
export async function keepOrRepeat(
  db: D1Database,
  act: NewAct,
  ctx: { waitUntil: (work: Promise<unknown>) => void },
): Promise<void> {
  try {
    await keepAct(db, act)
  } catch (error) {
    const { id: _, kind, at, ...about } = act
    log('act_not_kept', { ...about, act: kind, at: new Date(at).toISOString(), error })
    ctx.waitUntil(repeat(db, act))
  }
}

async function repeat(db: D1Database, act: NewAct): Promise<void> {
  for (const ms of REPEATS_MS) {
    await scheduler.wait(ms)
    const isKept = await keepAct(db, act).then(
      () => true,
      () => false,
    )
    if (isKept) return
  }
}
