import type { Endpoint } from '#contract/endpoint.ts'

/** The arguments of Hono's `on`: `.on(...at(ENDPOINTS.leave), answer)`. */
export function at<const E extends Endpoint>({ method, path }: E): [E['method'], E['path']] {
  return [method, path]
}
