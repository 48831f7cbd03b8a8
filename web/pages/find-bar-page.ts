import { readBarAddress } from '#contract/bar-address.ts'
import { CodedError } from '#contract/errors.ts'
import { toPage } from '#contract/paths.ts'
import { fetchBar } from '#web/api/bars.ts'

export type FoundBarPage = { outcome: 'found'; path: string } | { outcome: 'unknown' | 'failed' }

/** The page to which a typed or pasted text leads: the bar's, or its table's where it names one. */
export async function findBarPage(text: string): Promise<FoundBarPage> {
  const address = readBarAddress(text, location.origin)
  if (!address) return { outcome: 'unknown' }
  const { barId, table } = address
  try {
    await fetchBar(barId)
  } catch (error) {
    const unknown = error instanceof CodedError && error.code === 'bar_not_found'
    return { outcome: unknown ? 'unknown' : 'failed' }
  }
  return { outcome: 'found', path: table ? toPage.table(barId, table) : toPage.bar(barId) }
}
