import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Pushed {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: ArrayBuffer
}

/** A push service on this machine: keeps what it is asked, and answers what the test says. */
export class PushServer {
  readonly pushed: Pushed[] = []
  readonly origin: string
  readonly stop: () => void
  /** Null: says nothing. */
  status: number | null = 201

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
        if (this.status !== null) response.writeHead(this.status).end()
      })
    })
  }

  static async listen(): Promise<PushServer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new PushServer(server)
  }
}
