import type { Actor, Evening, Place } from './actors.ts'
import { anAddress } from './admin.ts'
import { ORIGIN, OWN_PAGE } from './requests.ts'

/** The parts of a request besides its credentials. */
export interface Sent {
  json?: unknown
  body?: BodyInit
  type?: string
  subprotocol?: string
}

/** Those of the actor's places that the route tells apart. */
export function placesFor(route: string, actor: Actor, evening: Evening): Place[] {
  const places = new Map<string, Place>()
  for (const place of evening.placesOf(actor).reverse()) places.set(toPath(route, place), place)
  return [...places.values()].reverse()
}

function toPath(route: string, { personId, ...place }: Place): string {
  const names: Record<string, string> = { ...place, personId, userId: personId, photo: 'reported' }
  return route
    .slice(route.indexOf('/'))
    .replace(/:(\w+)/g, (_, name: string) => names[name] ?? '7')
    .replace('*', 'nothing')
}

export function toRequest(route: string, { visit, session }: Actor, place: Place, sent: Sent) {
  const headers = new Headers({ ...OWN_PAGE, Origin: ORIGIN, 'CF-Connecting-IP': anAddress() })
  const { secret } = visit?.person.entered ?? {}
  if (session) headers.set('Cookie', `__Host-admin=${session.token}`)
  if (secret) headers.set('Authorization', `Bearer ${secret}`)
  if (sent.type) headers.set('Content-Type', sent.type)
  if (sent.json !== undefined) headers.set('Content-Type', 'application/json')
  if (sent.subprotocol) {
    const offered = secret ? [sent.subprotocol, secret] : [sent.subprotocol]
    headers.set('Upgrade', 'websocket')
    headers.set('Sec-WebSocket-Protocol', offered.join(', '))
  }
  const body = sent.json === undefined ? (sent.body ?? null) : JSON.stringify(sent.json)
  const method = route.slice(0, route.indexOf(' '))
  return [toPath(route, place), { method, headers, body }] as const
}

/** The status with the code of a refusal, or with that of a socket's close. */
export async function hear(answer: Response): Promise<{ outcome: string; text: string }> {
  if (answer.webSocket) {
    const [socket, heard] = [answer.webSocket, { text: '', code: '' }]
    socket.addEventListener('message', ({ data }) => {
      heard.text += data
    })
    socket.addEventListener('close', ({ code }) => {
      heard.code = ` ${code}`
    })
    socket.accept()
    while (heard.text + heard.code === '') await scheduler.wait(1)
    const outcome = answer.status + heard.code
    socket.close(1000)
    // The close makes the room write when the person was last seen. That must not happen between later rows.
    while (heard.code === '') await scheduler.wait(1)
    return { outcome, text: heard.text }
  }
  // It may be a picture.
  const text = new TextDecoder().decode(await answer.arrayBuffer())
  const code = /^\{"error":\{"code":"(\w+)"/.exec(text)?.[1]
  return { outcome: code ? `${answer.status} ${code}` : String(answer.status), text }
}
