import { useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { BarFieldsRequest } from '#contract/bar-form.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { CodedError, hasCode } from '#contract/errors.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { adminCall, saysSignedOut } from '#web/api/admin-call.ts'
import { mintId } from '#web/session/mint-id.ts'

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
  send: (fields: BarFieldsRequest, revision: number) => Promise<AdminBar>
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

/** One creation key for each form: repeated submits create one bar. */
export function useRegistering(): BarTask {
  const [task] = useState(() => {
    let creationKey = mintId()
    return {
      bar: null,
      reload: null,
      texts: REGISTER,
      send: async (fields: BarFieldsRequest) => {
        try {
          const bar = await adminCall(ADMIN_ENDPOINTS.createBar, {}, { creationKey, ...fields })
          creationKey = mintId()
          return bar
        } catch (error) {
          if (hasCode(error, 'conflict')) creationKey = mintId()
          throw error
        }
      },
    }
  })
  return task
}

export function toEditing(bar: AdminBar, reload: () => void): BarTask {
  return {
    bar,
    reload,
    texts: EDIT,
    send: (fields, revision) =>
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
