import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '#worker/app-env.ts'
import { under } from './under.ts'

const routesAt = (path: string) => new Hono<AppEnv>().get(path, (c) => c.text(''))

test.each(['/api/bars', '/api/bars/:barId', '/api/bars/*'])('%s is under /api/bars', (path) => {
  const routes = routesAt(path)
  expect(under('/api/bars', routes)).toBe(routes)
})

test.each(['/api', '/api/barstool', '/media/api/bars'])('%s is not under /api/bars', (path) => {
  expect(() => under('/api/bars', routesAt(path))).toThrow(`${path} is not under /api/bars.`)
})
