import { useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { BarFieldsRequest } from '#contract/bar-form.ts'
import { CodedError } from '#contract/errors.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { createBar, saveBar } from '#web/api/admin-bars.ts'
import { mintId } from '#web/session/mint-id.ts'
import { describeCreateFailure, describeSaveFailure } from './describe-failure.ts'

interface TaskTexts {
  submit: string
  submitting: string
  done: string
  doneDetail: string
  failed: string
}

/** What the form is for: a new bar, or one that is there. */
export interface BarTask {
  /** What the form begins with; null for a blank one. */
  bar: AdminBar | null
  texts: TaskTexts
  send: (fields: BarFieldsRequest, revision: number) => Promise<AdminBar>
  describeFailure: (error: unknown) => string
}

const REGISTER: TaskTexts = {
  submit: adminTexts.submit,
  submitting: adminTexts.submitting,
  done: adminTexts.created,
  doneDetail: adminTexts.createdDetail,
  failed: adminTexts.createFailed,
}
const EDIT: TaskTexts = {
  submit: adminTexts.save,
  submitting: adminTexts.saving,
  done: adminTexts.saved,
  doneDetail: adminTexts.savedDetail,
  failed: adminTexts.saveFailed,
}

/** Registering: however often it is sent, one form makes one bar. */
export function useRegistering(): BarTask {
  const [task] = useState(() => {
    let creationKey = mintId()
    return {
      bar: null,
      texts: REGISTER,
      send: async (fields: BarFieldsRequest) => {
        try {
          const bar = await createBar({ creationKey, ...fields })
          creationKey = mintId()
          return bar
        } catch (error) {
          if (error instanceof CodedError && error.code === 'conflict') creationKey = mintId()
          throw error
        }
      },
      describeFailure: describeCreateFailure,
    }
  })
  return task
}

export function toEditing(bar: AdminBar): BarTask {
  return {
    bar,
    texts: EDIT,
    send: (fields, revision) => saveBar(bar.id, { revision, ...fields }),
    describeFailure: describeSaveFailure,
  }
}
