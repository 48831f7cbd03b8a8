import { useRef, useState } from 'react'
import { CodedError } from '#contract/errors.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { uploadPicture } from '#web/api/admin-media.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import type { BarField } from './bar-draft.ts'
import { BAR_FIELDS, BLANK_BASE, isSameDraft, toBase } from './bar-draft.ts'
import type { BarTask } from './bar-task.ts'
import type { BarProblems } from './read-bar.ts'
import { lacksRequired, readBar } from './read-bar.ts'
import { sendBar, UnsentPicture } from './send-bar.ts'
import { usePictureTray } from './use-picture-tray.ts'

export interface BarFormOptions {
  task: BarTask
  keepSession: <T>(call: () => Promise<T>) => Promise<T>
  onSaved: () => void
}

export function useBarForm({ task, keepSession, onSaved }: BarFormOptions) {
  const [base] = useState(() => (task.bar ? toBase(task.bar) : BLANK_BASE))
  const [draft, setDraft] = useState(base.draft)
  const [problems, setProblems] = useState<BarProblems>({})
  const [step, setStep] = useState<'filling' | 'sending' | 'saved'>('filling')
  const [isStale, setIsStale] = useState(false)
  const isSubmitting = useRef(false)
  const { tray, pictures } = usePictureTray(base.pictures, (folder, picture, options) =>
    keepSession(() => uploadPicture(folder, picture, options)),
  )
  const hasOtherPictures = pictures.map(({ path }) => path).join() !== base.pictures.join()

  function change(field: BarField, text: string): void {
    setDraft((typed) => ({ ...typed, [field]: text }))
    setProblems(({ [field]: _, ...others }) => others)
  }

  /** Resolves to the first invalid field. */
  async function submit(): Promise<BarField | null> {
    if (isSubmitting.current) return null
    const { bar, problems: found = {} } = readBar(draft)
    setProblems(found)
    if (!bar) {
      if (lacksRequired(found))
        refuse(barFormTexts.requiredFields, barFormTexts.requiredFieldsDetail)
      return BAR_FIELDS.find((field) => found[field]) ?? null
    }
    isSubmitting.current = true
    setStep('sending')
    const send: BarTask['send'] = (...sent) => keepSession(() => task.send(...sent))
    try {
      await sendBar(bar, { send, tray }, base.revision)
      celebrate()
      return null
    } catch (error) {
      isSubmitting.current = false
      setStep('filling')
      return explain(error)
    }
  }

  function celebrate(): void {
    if (!task.bar) {
      setDraft(BLANK_BASE.draft)
      tray.clear()
    }
    setStep('saved')
    const { done: title, doneDetail: description } = task.texts
    showToast({ title, description, tone: 'success' })
    onSaved()
  }

  function explain(error: unknown): BarField | null {
    if (error instanceof UnsentPicture) {
      refuse(task.texts.failed, barFormTexts.uploadFailed)
      return null
    }
    if (task.reload && hasCode(error, 'conflict')) {
      setIsStale(true)
      return null
    }
    refuse(task.texts.failed, task.describeFailure(error))
    if (!hasCode(error, 'login_taken')) return null
    setProblems({ login: barFormTexts.barLoginTaken })
    return 'login'
  }

  return {
    ...{ draft, problems, change, tray, pictures, submit },
    /** Somebody else saved a newer revision. */
    isStale,
    /** While sending, and afterwards until the page is left. */
    isBusy: step !== 'filling',
    isSending: step === 'sending',
    isDirty: step !== 'saved' && (hasOtherPictures || !isSameDraft(draft, base.draft)),
  }
}

export type BarFormState = ReturnType<typeof useBarForm>

function hasCode(error: unknown, code: CodedError['code']): boolean {
  return error instanceof CodedError && error.code === code
}

function refuse(title: string, description: string): void {
  showToast({ title, description, tone: 'destructive' })
}
