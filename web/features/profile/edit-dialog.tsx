import Download from 'lucide:download'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { address } from '#contract/address.ts'
import { FORM_ENDPOINTS } from '#contract/form-endpoints.ts'
import type { OwnPerson } from '#contract/person.ts'
import type { EditRequest } from '#contract/profile-form.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { call } from '#web/api/call.ts'
import { fetchFile } from '#web/api/fetch-file.ts'
import { useVisit } from '#web/socket/use-room.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useForm } from '#web/ui/use-form.ts'
import { useUnmounted } from '#web/ui/use-unmounted.ts'
import { withThumbnail } from './photo.ts'
import { goToNextField, ProfileFields } from './profile-fields.tsx'
import { readEdit, toEditDraft } from './read-profile.ts'
import { showMissingName, showRefusal } from './refusals.ts'

export interface EditDialogProps {
  you: OwnPerson
  onSaved: (person: OwnPerson) => void
  onClose: () => void
  /** Below the form. */
  children: ReactNode
}

export function EditDialog(props: EditDialogProps) {
  const { form, isBusy, submit } = useEdit(props)
  const formId = useId()
  const [isOpening, setOpening] = useState(false)
  return (
    <Dialog
      onClose={props.onClose}
      title={profileTexts.edit}
      footer={
        <div className="grid w-full gap-3">
          {form.problems.form && <Banner tone="danger">{form.problems.form}</Banner>}
          <Button
            type="submit"
            form={formId}
            size="lg"
            block
            busy={isBusy || isOpening}
            busyLabel={isOpening ? undefined : profileTexts.saving}
          >
            {profileTexts.save}
          </Button>
        </div>
      }
    >
      <form {...form.props(submit)} id={formId} className="grid gap-6">
        <ProfileFields form={form} disabled={isBusy} onPhotoBusy={setOpening}>
          <TextField
            {...form.field('table')}
            label={profileTexts.table}
            className="min-h-target!"
            readOnly={isBusy}
            autoComplete="off"
            enterKeyHint="next"
            onKeyDown={goToNextField}
            dir="auto"
          />
        </ProfileFields>
      </form>
      {props.children}
      <OwnDataDownload />
    </Dialog>
  )
}

function useEdit({ you, onSaved, onClose }: EditDialogProps) {
  const { barId, secret } = useVisit()
  // The profile at opening: later changes of another tab are not overwritten.
  const [before] = useState(you)
  const form = useForm(() => toEditDraft(you))
  const unmounted = useUnmounted()
  const [save, isBusy] = useAct(
    async (changes: EditRequest) => {
      const edited = await withThumbnail(changes)
      const { person } = await call(FORM_ENDPOINTS.editProfile, { barId }, edited, { secret })
      onSaved(person)
      const { saved: title, savedDetail: description } = profileTexts
      showToast({ title, description, tone: 'success' })
      if (!unmounted().aborted) onClose()
    },
    (error) => form.refuse(showRefusal(error, 'edit')),
  )

  function submit(): void {
    if (isBusy) return
    const { changes, problems = {} } = readEdit(form.values, before)
    form.refuse(problems)
    if (!changes) showMissingName(problems)
    else if (Object.keys(changes).length === 0) onClose()
    else void save(changes)
  }

  return { form, isBusy, submit }
}

function OwnDataDownload() {
  const { barId, secret } = useVisit()
  const [download, isBusy] = useAct(async () => {
    const path = address(FORM_ENDPOINTS.readOwnData.path, { barId })
    const file = await fetchFile(path, { authorization: `Bearer ${secret}` })
    const text = JSON.stringify(JSON.parse(await file.text()), null, 2)
    saveFile(new Blob([text], { type: 'application/json' }), profileTexts.downloadName)
  }, profileTexts.downloadFailed)

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
      <p className="flex-1 basis-40 text-ink-soft text-sm">{profileTexts.downloadHint}</p>
      <Button
        variant="secondary"
        className="px-3 text-sm"
        icon={<Icon of={Download} className="size-4.5" />}
        busy={isBusy}
        onClick={download}
      >
        {profileTexts.download}
      </Button>
    </div>
  )
}
