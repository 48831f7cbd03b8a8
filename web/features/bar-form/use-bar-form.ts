import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { BarFieldsRequest, BarTexts } from '#contract/bar-form.ts'
import { hasCode } from '#contract/errors.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { saysSignedOut } from '#web/api/admin-call.ts'
import { uploadPicture } from '#web/api/admin-media.ts'
import { barFormItem } from '#web/session/kept-bar-form.ts'
import { mintId } from '#web/session/mint-id.ts'
import { showToast, toastStore } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useForm } from '#web/ui/use-form.ts'
import type { BarBase, BarDraft, BarField } from './bar-draft.ts'
import { BLANK_BASE, isSameDraft, lacksRequired, readBar, toBase } from './bar-draft.ts'
import type { BarTask, BegunForm } from './bar-task.ts'
import { describeFailure } from './bar-task.ts'
import { Covers } from './covers.ts'
import type { Upload } from './picture-uploads.ts'
import { PictureUploads } from './picture-uploads.ts'

export interface BarFormOptions {
  task: BarTask
  onSaved: () => void
}

interface Failure {
  title: string
  description: string
}

export function useBarForm({ task, onSaved }: BarFormOptions) {
  const [base] = useState(() => (task.bar ? toBase(task.bar) : BLANK_BASE))
  const [failure, setFailure] = useState<Failure | null>(null)
  const kept = useKept(task.bar?.id ?? null, base)
  const form = useForm(kept.draft, (draft) => {
    setFailure(null)
    kept.write(draft)
  })
  const [isSaved, setIsSaved] = useState(false)
  const [isStale, setIsStale] = useState(false)
  // Plan, owner and document are for administrators alone.
  const seesContract = !task.bar || task.bar.role === 'admin'
  const { uploads, pictures } = useUploads(base.pictures, uploadPicture)
  const [covers] = useState(() => new Covers(task.bar, (cover) => uploadPicture('covers', cover)))
  const hasOtherPictures = pictures.map(({ path }) => path).join() !== base.pictures.join()

  const [save, isSending] = useAct(async (bar: BarTexts) => {
    const send = (fields: BarFieldsRequest) => task.send(fields, kept.begun)
    await sendBar(bar, { send, uploads, covers })
    showSaved()
  }, showFailure)
  const isBusy = isSending || isSaved

  /** A field that was filled wrongly says so once the next one is used, not while one types. */
  function check(field: BarField): void {
    const problem = readBar(form.values).problems?.[field]
    if (problem && form.values[field].trim() !== '') form.note({ [field]: problem })
  }

  function submit(): void {
    if (isBusy) return
    const { values: bar, problems = {} } = readBar(form.values)
    form.refuse(problems)
    setFailure(null)
    toastStore.dismissErrors()
    if (bar) void save(bar)
    else if (lacksRequired(problems))
      refuse(barFormTexts.requiredFields, barFormTexts.requiredFieldsDetail)
  }

  function refuse(title: string, description: string, tone?: 'destructive'): void {
    setFailure({ title, description })
    showToast({ title, description, tone })
  }

  function showSaved(): void {
    if (!task.bar) {
      form.change(BLANK_BASE.draft)
      uploads.clear()
    }
    kept.forget()
    setIsSaved(true)
    const { done: title, doneDetail: description } = task.texts
    showToast({ title, description, tone: 'success' })
    onSaved()
  }

  function showFailure(error: unknown): void {
    if (hasCode(error, 'conflict')) {
      if (task.reload) return setIsStale(true)
      kept.renewKey(form.values)
    }
    const isUnsent = error instanceof UnsentPicture
    const description = isUnsent ? barFormTexts.uploadFailed : describeFailure(error, task)
    refuse(task.texts.failed, description, 'destructive')
    if (hasCode(error, 'login_taken')) form.refuse({ login: barFormTexts.barLoginTaken })
  }

  return {
    ...form,
    check,
    uploads,
    pictures,
    submit,
    seesContract,
    /** Why the last press came to nothing. Its toast is gone after a while. */
    failure,
    /** Somebody else saved a newer revision. */
    isStale,
    /** While sending, and afterwards until the page is left. */
    isBusy,
    isSending,
    isDirty: !isSaved && (hasOtherPictures || !isSameDraft(form.values, base.draft)),
  }
}

export type BarFormState = ReturnType<typeof useBarForm>

/**
 * A kept edit has the revision that it began with: it overwrites no newer one. A kept new bar has its
 * creation key: it is created once.
 */
function useKept(barId: string | null, base: BarBase) {
  const [{ draft, ...first }] = useState(() => {
    const kept = barFormItem.read()
    if (kept?.barId !== barId) return { ...base, creationKey: mintId() }
    return { ...kept, draft: { ...base.draft, ...kept.draft } }
  })
  const [begun, setBegun] = useState<BegunForm>(first)
  const write = (texts: BarDraft, { revision, creationKey } = begun) =>
    barFormItem.write({ barId, revision, creationKey, draft: texts })
  const forget = barFormItem.remove
  // A tab that is discarded or reloaded does not run this. useLayoutEffect, because the next page can be left at once.
  useLayoutEffect(() => forget, [])
  return {
    draft,
    begun,
    write,
    /** The next submit creates another bar. */
    renewKey: (texts: BarDraft) => {
      const renewed = { ...begun, creationKey: mintId() }
      setBegun(renewed)
      write(texts, renewed)
    },
    forget,
  }
}

function useUploads(kept: readonly string[], upload: Upload) {
  const [uploads] = useState(() => new PictureUploads(upload))
  const begin = useEffectEvent(() => uploads.keep(kept))
  useEffect(() => {
    begin()
    return () => uploads.clear()
  }, [uploads])
  return { uploads, pictures: useSyncExternalStore(uploads.subscribe, uploads.read) }
}

/** The form keeps the picture and offers a retry. */
class UnsentPicture extends Error {}

interface Sending {
  send: (fields: BarFieldsRequest) => Promise<unknown>
  uploads: PictureUploads
  covers: Covers
}

/** Waits for the uploads. Uploads once more what the server has deleted. */
async function sendBar(bar: BarTexts, sending: Sending): Promise<void> {
  const { uploads, covers } = sending
  if (!(await uploads.finish())) throw new UnsentPicture()
  try {
    await sendWithPictures(bar, sending)
  } catch (error) {
    if (!hasCode(error, 'picture_gone')) throw error
    covers.forget()
    if (!(await uploads.renew())) throw new UnsentPicture()
    await sendWithPictures(bar, sending)
  }
}

async function sendWithPictures(bar: BarTexts, { send, uploads, covers }: Sending): Promise<void> {
  const first = uploads.read().find(({ folder }) => folder === 'photos')
  const coverUrl = await covers.coverOf(first).catch((error) => {
    if (saysSignedOut(error)) throw error
    // A bar is saved without a cover rather than not at all.
    return null
  })
  await send({ ...bar, ...uploads.paths(), coverUrl })
}
