import { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'
import { answerError, answerNotFound } from './errors.ts'
import { sameOrigin } from './middleware/same-origin.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { admin } from './routes/admin.ts'
import { bars } from './routes/bars.ts'
import { conversations } from './routes/conversations.ts'
import { media } from './routes/media.ts'
import { answerUnknownPage, pages } from './routes/pages.ts'
import { people } from './routes/people.ts'
import { sockets } from './routes/sockets.ts'
import { visit } from './routes/visit.ts'
import { scheduled } from './scheduled.ts'

export { LoginGate } from './auth/login-gate.ts'
export { Monitor } from './monitor/monitor.ts'
export { BarRoom } from './room/bar-room.ts'

const app = new Hono<AppEnv>()
  .use(securityHeaders)
  .use('/api/*', sameOrigin)
  .route('/', bars)
  .route('/', people)
  .route('/', conversations)
  .route('/', visit)
  .route('/', sockets)
  .route('/', admin)
  .all('/api/*', answerNotFound)
  .route('/', media)
  .route('/', pages)
  .all('*', answerUnknownPage)

app.onError(answerError)

export default Object.assign(app, { scheduled }) satisfies ExportedHandler<Env>
