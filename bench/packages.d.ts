// What the benches use of packages that `npm ci` leaves out: types are checked without them.

declare module 'lighthouse' {
  interface Report {
    audits: Record<string, { numericValue?: number; errorMessage?: string }>
    categories: Record<string, { score: number | null }>
  }
  interface Flags {
    port: number
    logLevel: 'silent'
    onlyCategories: string[]
  }
  export default function lighthouse(
    url: string,
    flags: Flags,
  ): Promise<
    | {
        lhr: Report
        artifacts: { Trace: { traceEvents: import('./first-paint.ts').TraceEvent[] } }
      }
    | undefined
  >
}

declare module 'socket.io' {
  interface Emitter {
    emit(event: string, data: object): void
  }
  interface Socket extends Emitter {
    handshake: { query: Record<string, unknown> }
    join(room: string): void
    on<Data>(event: string, listener: (data: Data) => void): void
  }
  export class Server {
    constructor(
      server: import('node:http').Server,
      options: { transports: ['websocket']; pingInterval: number },
    )
    on(event: 'connection', listener: (socket: Socket) => void): void
    to(room: string): Emitter
  }
}

declare module '@mdn/mdn-http-observatory/src/constants.js' {
  export const ALL_TESTS: ((asked: object) => { result: string })[]
}

declare module '@mdn/mdn-http-observatory/src/grader/grader.js' {
  export function getScoreModifier(result: string): number
}

declare module '@mdn/mdn-http-observatory/src/types.js' {
  export class Requests {
    constructor(hostname: string)
  }
}

declare module 'csp_evaluator/dist/parser.js' {
  export class CspParser {
    constructor(policy: string)
    csp: object
  }
}

declare module 'csp_evaluator/dist/evaluator.js' {
  export class CspEvaluator {
    constructor(policy: object)
    evaluate(): object[]
  }
}
