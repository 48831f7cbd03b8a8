import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Pushed {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: ArrayBuffer
}

/** A push service on this machine, which keeps what it is asked. */
export class PushServer {
  readonly pushed: Pushed[] = []
  readonly origin: string
  readonly stop: () => void

  private constructor(server: ReturnType<typeof createServer>) {
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.stop = () => {
      server.closeAllConnections()
      server.close()
    }
    server.on('request', (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const { url = '', headers } = request
        const body = Uint8Array.from(Buffer.concat(parts)).buffer
        this.pushed.push({ path: url, headers, body })
        response.writeHead(201).end()
      })
    })
  }

  static async listen(): Promise<PushServer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new PushServer(server)
  }
}
