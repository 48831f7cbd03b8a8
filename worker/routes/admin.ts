import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { signedIn } from '#worker/middleware/signed-in.ts'
import { adminAccount } from './admin-account.ts'
import { adminActs } from './admin-acts.ts'
import { adminBar } from './admin-bar.ts'
import { adminBarHours } from './admin-bar-hours.ts'
import { adminBars } from './admin-bars.ts'
import { adminEntryCode } from './admin-entry-code.ts'
import { adminHealth } from './admin-health.ts'
import { adminLogin } from './admin-login.ts'
import { adminMedia } from './admin-media.ts'
import { adminMonitor } from './admin-monitor.ts'
import { adminNotices } from './admin-notices.ts'
import { adminPeople } from './admin-people.ts'
import { adminReports } from './admin-reports.ts'
import { adminSession } from './admin-session.ts'
import { adminSite } from './admin-site.ts'
import { board } from './board.ts'
import { joining } from './joining.ts'
import { passkeyLogin, passkeys } from './passkeys.ts'
import { team } from './team.ts'

const EVERYTHING = '/api/admin/*'

/** Refuses other spellings of a path, because the router decodes it before it matches. */
const oneSpelling = createMiddleware<AppEnv>(async (c, next) => {
  if (new URL(c.req.url).pathname !== c.req.path) throw new CodedError('not_found')
  await next()
})

/** The order matters: routes without a session, the guard, all other routes. */
export const admin = new Hono<AppEnv>()
  .use(EVERYTHING, oneSpelling)
  .route('/', adminLogin)
  .route('/', joining)
  .route('/', passkeyLogin)
  .use(EVERYTHING, signedIn)
  .route('/', adminSession)
  .route('/', adminAccount)
  .route('/', adminActs)
  .route('/', adminHealth)
  .route('/', adminSite)
  .route('/', passkeys)
  .route('/', adminBars)
  .route('/', adminBar)
  .route('/', adminBarHours)
  .route('/', adminEntryCode)
  .route('/', adminMedia)
  .route('/', adminMonitor)
  .route('/', adminNotices)
  .route('/', board)
  .route('/', adminPeople)
  .route('/', adminReports)
  .route('/', team)
