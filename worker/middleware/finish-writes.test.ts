import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import type { AppEnv } from '#worker/app-env.ts'
import { finishWrites } from './finish-writes.ts'

test('a write runs under waitUntil until it is done, and a read does not', async () => {
  const finished: string[] = []
  const app = new Hono<AppEnv>().use(finishWrites).all('*', async (c) => {
    await scheduler.wait(20)
    finished.push(c.req.method)
    return c.body(null, 204)
  })
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const ctx = createExecutionContext()
    const waitUntil = vi.spyOn(ctx, 'waitUntil')
    const answer = app.fetch(new Request('https://brinde.example/', { method }), env, ctx)
    const [kept] = waitUntil.mock.calls[0] ?? []
    expect([method, kept !== undefined]).toEqual([method, method !== 'GET' && method !== 'HEAD'])
    if (kept === undefined) await answer
    await kept
    expect(finished.at(-1)).toBe(method)
  }
})
