import { useRef, useState } from 'react'
import { CodedError } from '#contract/errors.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { createBar } from '#web/api/admin-bars.ts'
import { uploadPicture } from '#web/api/admin-media.ts'
import { mintId } from '#web/session/mint-id.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import type { BarField } from './bar-draft.ts'
import { BAR_FIELDS, BLANK_DRAFT, isBlank } from './bar-draft.ts'
import { describeCreateFailure } from './describe-failure.ts'
import type { BarProblems, TypedBar } from './read-bar.ts'
import { lacksRequired, readBar } from './read-bar.ts'
import { usePictureTray } from './use-picture-tray.ts'

export interface BarFormOptions {
  /** Makes a call again once somebody has logged in, if the session has ended. */
  keepSession: <T>(call: () => Promise<T>) => Promise<T>
  onCreated: () => void
}

/** What the form holds and what submitting it does. */
export function useBarForm({ keepSession, onCreated }: BarFormOptions) {
  const [draft, setDraft] = useState(BLANK_DRAFT)
  const [problems, setProblems] = useState<BarProblems>({})
  const [step, setStep] = useState<'filling' | 'sending' | 'created'>('filling')
  const isSubmitting = useRef(false)
  const creationKey = useRef(mintId())
  const { tray, pictures } = usePictureTray((folder, picture, options) =>
    keepSession(() => uploadPicture(folder, picture, options)),
  )

  function change(field: BarField, text: string): void {
    setDraft((known) => ({ ...known, [field]: text }))
    setProblems(({ [field]: _, ...others }) => others)
  }

  /** Resolves to the first field that is wrong, where one is. */
  async function submit(): Promise<BarField | null> {
    if (isSubmitting.current) return null
    const { bar, problems: found = {} } = readBar(draft)
    setProblems(found)
    if (!bar) {
      if (lacksRequired(found)) refuse(adminTexts.requiredFields, adminTexts.requiredFieldsDetail)
      return BAR_FIELDS.find((field) => found[field]) ?? null
    }
    isSubmitting.current = true
    setStep('sending')
    try {
      await create(bar)
      celebrate()
      return null
    } catch (error) {
      isSubmitting.current = false
      setStep('filling')
      return explain(error)
    }
  }

  async function create(bar: TypedBar): Promise<void> {
    if (!(await tray.settle())) throw new UnsentPicture()
    const send = () =>
      keepSession(() => createBar({ creationKey: creationKey.current, ...bar, ...tray.paths() }))
    try {
      await send()
    } catch (error) {
      if (!hasCode(error, 'picture_gone')) throw error
      if (!(await tray.renew())) throw new UnsentPicture()
      await send()
    }
  }

  function celebrate(): void {
    creationKey.current = mintId()
    setDraft(BLANK_DRAFT)
    tray.clear()
    setStep('created')
    const { created: title, createdDetail: description } = adminTexts
    showToast({ title, description, tone: 'success' })
    onCreated()
  }

  function explain(error: unknown): BarField | null {
    if (error instanceof UnsentPicture) {
      refuse(adminTexts.createFailed, adminTexts.uploadFailed)
      return null
    }
    refuse(adminTexts.createFailed, describeCreateFailure(error))
    if (hasCode(error, 'conflict')) creationKey.current = mintId()
    if (!hasCode(error, 'login_taken')) return null
    setProblems({ login: adminTexts.barLoginTaken })
    return 'login'
  }

  const isDirty = step !== 'created' && (!isBlank(draft) || pictures.length > 0)
  return {
    draft,
    problems,
    change,
    tray,
    pictures,
    /** Nothing may be changed: while it is sent, and then until the page is left. */
    isBusy: step !== 'filling',
    isSending: step === 'sending',
    isDirty,
    submit,
  }
}

export type BarFormState = ReturnType<typeof useBarForm>

class UnsentPicture extends Error {}

function hasCode(error: unknown, code: CodedError['code']): boolean {
  return error instanceof CodedError && error.code === code
}

function refuse(title: string, description: string): void {
  showToast({ title, description, tone: 'destructive' })
}
