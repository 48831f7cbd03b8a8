import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from './listen.ts'

interface Pushed {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: ArrayBuffer
}

/** A push service on this machine: keeps what it is asked. */
export class PushServer {
  readonly pushed: Pushed[] = []
  origin = ''
  stop: () => Promise<void> = async () => {}

  static async listen(): Promise<PushServer> {
    const push = new PushServer()
    const server = createServer(async (request, response) => {
      const { url = '', headers } = request
      const body = Uint8Array.from(await buffer(request)).buffer
      push.pushed.push({ path: url, headers, body })
      response.writeHead(201).end()
    })
    const { origin, close } = await listen(server)
    return Object.assign(push, { origin, stop: close })
  }
}
