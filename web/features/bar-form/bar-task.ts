import { useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { BarFieldsRequest } from '#contract/bar-form.ts'
import { CodedError } from '#contract/errors.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
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

export interface BarTask {
  /** Null for a new bar. */
  bar: AdminBar | null
  /** Loads the newest revision. Null for a new bar. */
  reload: (() => void) | null
  texts: TaskTexts
  send: (fields: BarFieldsRequest, revision: number) => Promise<AdminBar>
  describeFailure: (error: unknown) => string
}

const REGISTER: TaskTexts = {
  submit: barFormTexts.submit,
  submitting: barFormTexts.submitting,
  done: barFormTexts.created,
  doneDetail: barFormTexts.createdDetail,
  failed: barFormTexts.createFailed,
}
const EDIT: TaskTexts = {
  submit: barFormTexts.save,
  submitting: barFormTexts.saving,
  done: barFormTexts.saved,
  doneDetail: barFormTexts.savedDetail,
  failed: barFormTexts.saveFailed,
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

export function toEditing(bar: AdminBar, reload: () => void): BarTask {
  return {
    bar,
    reload,
    texts: EDIT,
    send: (fields, revision) => saveBar(bar.id, { revision, ...fields }),
    describeFailure: describeSaveFailure,
  }
}
