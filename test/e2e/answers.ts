import type { Route } from '@playwright/test'
import type { ErrorCode } from '#contract/errors.ts'
import { toRefusal } from '#test/fakes/fake-server.ts'

/** Answers a request as the API refuses it. */
export const refuse = (code: ErrorCode, retryAfterSeconds?: number) => (route: Route) =>
  route.fulfill(toRefusal(code, retryAfterSeconds))

/** The server acts, and its answer never comes. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}
