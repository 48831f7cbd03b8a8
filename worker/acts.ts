import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import type { LogEvent, LogFields } from './log.ts'
import { log } from './log.ts'
import { accountOf } from './middleware/signed-in.ts'

/** What somebody signed in has done: the one place where it is written down. */
export function noteAct(
  c: Context<AppEnv>,
  event: LogEvent,
  fields: Pick<LogFields, 'barId' | 'people' | 'memberId'>,
): void {
  log(event, { ...fields, accountId: accountOf(c).id, at: new Date().toISOString() })
}

/** By a link, perhaps before there was a session. */
export function noteJoining(accountId: string, barId: string): void {
  log('member_joined', { barId, accountId, at: new Date().toISOString() })
}
