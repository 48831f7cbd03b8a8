import type { ActFilter } from '#contract/acts.ts'
import { address } from '#contract/address.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { sessionPrompt } from './admin-call.ts'
import { fetchFile } from './fetch-file.ts'

/** The acts as a table for spreadsheets. */
export function fetchActsFile(filter: ActFilter): Promise<Blob> {
  const path = address(ADMIN_ENDPOINTS.readActsFile.path, { ...filter })
  return sessionPrompt.run(() => fetchFile(path))
}
