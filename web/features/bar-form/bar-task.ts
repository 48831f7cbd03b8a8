import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { BarFieldsRequest } from '#contract/bar-form.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { CodedError } from '#contract/errors.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { adminCall, saysSignedOut } from '#web/api/admin-call.ts'

interface TaskTexts {
  submit: string
  submitting: string
  done: string
  doneDetail: string
  failed: string
  failedDetail: string
}

export interface BarTask {
  /** Null for a new bar. */
  bar: AdminBar | null
  /** Loads the newest revision. Null for a new bar. */
  reload: (() => void) | null
  texts: TaskTexts
  send: (fields: BarFieldsRequest, begun: BegunForm) => Promise<AdminBar>
}

export interface BegunForm {
  /** The bar's revision when the edit began. */
  revision: number
  /** Repeated submits with the same key create one bar. */
  creationKey: string
}

const REGISTER: TaskTexts = {
  submit: barFormTexts.submit,
  submitting: barFormTexts.submitting,
  done: barFormTexts.created,
  doneDetail: barFormTexts.createdDetail,
  failed: barFormTexts.createFailed,
  failedDetail: barFormTexts.createFailedDetail,
}
const EDIT: TaskTexts = {
  submit: barFormTexts.save,
  submitting: barFormTexts.saving,
  done: barFormTexts.saved,
  doneDetail: barFormTexts.savedDetail,
  failed: barFormTexts.saveFailed,
  failedDetail: barFormTexts.saveFailedDetail,
}

export const REGISTERING: BarTask = {
  bar: null,
  reload: null,
  texts: REGISTER,
  send: (fields, { creationKey }) =>
    adminCall(ADMIN_ENDPOINTS.createBar, {}, { creationKey, ...fields }),
}

export function toEditing(bar: AdminBar, reload: () => void): BarTask {
  return {
    bar,
    reload,
    texts: EDIT,
    send: (fields, { revision }) =>
      adminCall(ADMIN_ENDPOINTS.editBar, { barId: bar.id }, { revision, ...fields }),
  }
}

const FAILURES: Partial<Record<ErrorCode, string>> = {
  login_taken: barFormTexts.barLoginTaken,
  picture_gone: barFormTexts.pictureGone,
  conflict: barFormTexts.createdBefore,
  bar_not_found: adminTexts.barGone,
}

export function describeFailure(error: unknown, { texts }: BarTask): string {
  if (saysSignedOut(error)) return adminTexts.sessionEndedDetail
  const known = error instanceof CodedError ? FAILURES[error.code] : undefined
  return known ?? texts.failedDetail
}
