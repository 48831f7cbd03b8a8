import { Agent, request } from 'node:http'
import { expect, inject, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'

const CONNECTIONS = 4
const ROUNDS = 4
const PIECES = 2
const PIECE = Buffer.alloc(10_000, 'x')

const OWN = { 'Sec-Fetch-Site': 'same-origin' }
const JSON_TYPE = { ...OWN, 'Content-Type': 'application/json' }
const PEOPLE = '/api/bars/ZZZZZZ/people'
const TOO_MANY = Math.ceil(LIMITS.requestBytes / PIECE.length) + 1

/** Requests that are answered before their body is read to its end. */
const CLASSES: [status: number, method: string, path: string, object, pieces?: number][] = [
  [403, 'POST', PEOPLE, {}],
  [404, 'POST', '/nope', {}],
  [404, 'POST', '/api/nope', OWN],
  [405, 'POST', '/', {}],
  [405, 'PUT', '/api/bars/ZZZZZZ', OWN],
  [405, 'PUT', '/media/nope', {}],
  [413, 'POST', PEOPLE, JSON_TYPE, TOO_MANY],
]

type Row = (typeof CLASSES)[number]

function send(agent: Agent, [, method, path, headers, pieces = PIECES]: Row): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${inject('origin')}${path}`, { agent, method, headers: { ...headers } })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    for (let sent = 0; sent < pieces; sent += 1) asked.write(PIECE)
    asked.end()
  })
}

test('T45 an answer that leaves a body unread spoils no later request on the connection', async () => {
  const talk = async (): Promise<string[]> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const wrong: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const row of CLASSES) {
        const status = await send(agent, row)
        if (status !== row[0]) wrong.push(`${row.slice(0, 3).join(' ')}: ${status}`)
      }
    }
    agent.destroy()
    return wrong
  }
  expect((await Promise.all(Array.from({ length: CONNECTIONS }, talk))).flat()).toEqual([])
})
