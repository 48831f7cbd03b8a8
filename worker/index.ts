import { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'
import { answerError, answerNotFound, answerUnmatched } from './errors.ts'
import { under } from './http/under.ts'
import { drainBody } from './middleware/drain-body.ts'
import { finishWrites } from './middleware/finish-writes.ts'
import { httpsOnly } from './middleware/https-only.ts'
import { rateLimits } from './middleware/rate-limits.ts'
import { sameOrigin } from './middleware/same-origin.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { usableKeys } from './middleware/usable-keys.ts'
import { admin } from './routes/admin.ts'
import { bars } from './routes/bars.ts'
import { cspReports } from './routes/csp-reports.ts'
import { health } from './routes/health.ts'
import { media } from './routes/media.ts'
import { answerUnknownPage, pages } from './routes/pages.ts'
import { people } from './routes/people.ts'
import { securityTxt } from './routes/security-txt.ts'
import { sockets } from './routes/sockets.ts'
import { visit } from './routes/visit.ts'
import { scheduled } from './scheduled.ts'

export { LoginGate } from './auth/login-gate.ts'
export { Monitor } from './monitor/monitor.ts'
export { NoticeSender } from './notices/notice-sender.ts'
export { BarRoom } from './room/bar-room.ts'

const app = new Hono<AppEnv>()
app
  .use(finishWrites)
  .use(drainBody)
  .use(securityHeaders)
  .use(httpsOnly)
  .use(usableKeys)
  .use(rateLimits)
  .route('/', under('/api/reports/csp', cspReports))
  .use('/api/*', sameOrigin)
  .route('/', under('/api/bars/:barId', bars))
  .route('/', under('/api/bars/:barId/people', people))
  .route('/', under('/api/bars/:barId/visit', visit))
  .route('/', under('/api/bars/:barId/socket', sockets))
  .route('/', under('/api/admin', admin))
  .all('/api/*', answerUnmatched(app, answerNotFound))
  .route('/', under('/media', media))
  .route('/', under('/health', health))
  .route('/', under('/.well-known/security.txt', securityTxt))
  .route('/', pages)
  .all('*', answerUnmatched(app, answerUnknownPage))

app.onError(answerError)

export default Object.assign(app, { scheduled }) satisfies ExportedHandler<Env>
