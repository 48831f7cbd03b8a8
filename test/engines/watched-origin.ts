import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { listen } from '#test/server/listen.ts'
import type { TextChange } from '#test/server/site-proxy.ts'
import { passOn } from '#test/server/site-proxy.ts'

/** The path to which a page sends its errors and console lines. */
const COMPLAINTS = '/complaints-of-this-page'

/** Runs in the page before its own scripts. Its text is sent, so it sees nothing of this file. */
function collect(path: string): void {
  const send = (text: string): void => {
    navigator.sendBeacon(path, text)
  }
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    console[level] = (...said: unknown[]) => send(`console ${level}: ${said.map(String).join(' ')}`)
  }
  let isLeaving = false
  addEventListener('beforeunload', () => {
    isLeaving = true
  })
  const onError = (event: ErrorEvent | Event): void => {
    // WebKit breaks off what a page still loads when it is left, and calls that an error.
    if (isLeaving) return
    const failed = event.target instanceof Element ? event.target.outerHTML : ''
    send(`error: ${'message' in event ? event.message : failed}`)
  }
  // Captured, because the error of an image, a script or a style does not bubble.
  addEventListener('error', onError, true)
  addEventListener('unhandledrejection', ({ reason }) => send(`unhandled rejection: ${reason}`))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    send(`CSP: ${violatedDirective} refused ${blockedURI}`),
  )
}

export type Watched = { origin: string; complaints: string[]; close: () => Promise<void> }

/**
 * The same site over TLS at another address, for a browser that keeps no Secure cookie of http://localhost
 * and whose driver shows no console. A script at the start of every document sends the page's errors and
 * console lines. It misses the lines that the engine itself writes (a 404, a warning).
 */
export async function watchOrigin(site: string, folder: string): Promise<Watched> {
  const complaints: string[] = []
  const pass = passOn(site, toWatched, toHeaders)
  const server = createServer(makeCertificate(folder), async (asked, answer) => {
    if (asked.url !== COMPLAINTS) return pass(asked, answer)
    complaints.push(await text(asked))
    answer.writeHead(204).end()
  })
  server.on('upgrade', (asked, socket) => {
    const far = connect(Number(new URL(site).port), '127.0.0.1')
    const headers = Object.entries(toHeaders(asked.headers)).map(
      ([name, value]) => `${name}: ${value}`,
    )
    far.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    far.pipe(socket).pipe(far)
    far.on('error', () => socket.destroy())
    socket.on('error', () => far.destroy())
  })
  const { port, close } = await listen(server)
  return { origin: `https://localhost:${port}`, complaints, close }
}

/** A document begins with the script that watches it. */
function toWatched(_path: string, { headers }: IncomingMessage): TextChange | undefined {
  const policy = String(headers['content-security-policy'])
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
  if (!nonce || !headers['content-type']?.startsWith('text/html')) return undefined
  const script = `<script nonce="${nonce}">(${collect})('${COMPLAINTS}')</script>`
  return (text) => text.replace('<head>', `<head>${script}`)
}

/** The site itself speaks http. */
function toHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const origin = headers.origin && { origin: headers.origin.replace('https:', 'http:') }
  return { ...headers, ...origin }
}

function makeCertificate(folder: string): { key: Buffer; cert: Buffer } {
  const [key, cert] = [`${folder}/key.pem`, `${folder}/cert.pem`]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', cert, '-subj', '/CN=localhost', '-days', '2']
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...curve, ...files])
  if (status !== 0) throw new Error(`openssl: ${stderr}`)
  return { key: readFileSync(key), cert: readFileSync(cert) }
}
