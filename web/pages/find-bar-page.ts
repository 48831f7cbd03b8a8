import type { BarAddress } from '#contract/bar-address.ts'
import { readBarAddress } from '#contract/bar-address.ts'
import { CodedError } from '#contract/errors.ts'
import { toPage } from '#contract/paths.ts'
import { fetchBar } from '#web/api/bars.ts'

export type FoundBarPage = { outcome: 'found'; path: string } | { outcome: 'unknown' | 'failed' }

/** The page of the bar, or of its table if the text names one. */
export async function findBarPage(text: string): Promise<FoundBarPage> {
  const address = readBarAddress(text, location.origin)
  return address ? await findPageOf(address) : { outcome: 'unknown' }
}

export async function findPageOf({ barId, table }: BarAddress): Promise<FoundBarPage> {
  try {
    await fetchBar(barId)
  } catch (error) {
    const unknown = error instanceof CodedError && error.code === 'bar_not_found'
    return { outcome: unknown ? 'unknown' : 'failed' }
  }
  return { outcome: 'found', path: table ? toPage.table(barId, table) : toPage.bar(barId) }
}
