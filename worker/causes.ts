import { env } from 'cloudflare:workers'

/**
 * Counts a refusal or an error in Analytics Engine, and waits for nothing. `cause` is of a closed list,
 * `route` a pattern: no personal data. A raw workerd has no such binding.
 */
export function countCause(kind: 'refused' | 'warn' | 'error', cause: string, route = ''): void {
  const causes: AnalyticsEngineDataset | undefined = env.CAUSES
  try {
    causes?.writeDataPoint({ indexes: [cause], blobs: [kind, cause, route] })
  } catch {
    // More than the platform takes of one request: what is being logged or refused goes on.
  }
}
