import { env } from 'cloudflare:workers'

/**
 * Counts a refusal or an error in Analytics Engine without waiting. `cause` is from a closed list and
 * `route` is a pattern: neither is personal data. The binding is absent in a raw workerd.
 */
export function countCause(kind: 'refused' | 'warn' | 'error', cause: string, route = ''): void {
  const causes: AnalyticsEngineDataset | undefined = env.CAUSES
  try {
    causes?.writeDataPoint({ indexes: [cause], blobs: [kind, cause, route] })
  } catch {
    // The request has reached the platform's limit of data points. Its log line or refusal goes on.
  }
}
