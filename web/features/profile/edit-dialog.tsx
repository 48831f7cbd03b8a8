import type { FormEvent } from 'react'
import { useId, useRef } from 'react'
import { profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DownloadButton } from './download-button.tsx'
import { enterGoesOn } from './enter-goes-on.ts'
import { ProfileFields, useFieldFocus } from './profile-fields.tsx'
import type { EditOptions } from './use-edit.ts'
import { useEdit } from './use-edit.ts'

export function EditDialog(options: EditOptions) {
  const { draft, change, errors, isBusy, submit } = useEdit(options)
  const focus = useFieldFocus()
  const table = useRef<HTMLInputElement>(null)
  const formId = useId()

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const wrong = await submit()
    if (wrong) ({ ...focus, table })[wrong].current?.focus()
  }

  return (
    <Dialog
      open
      onClose={options.onClose}
      title={profileTexts.edit}
      closeLabel={sharedTexts.close}
      footer={
        <Button
          type="submit"
          form={formId}
          size="lg"
          block
          busy={isBusy}
          busyLabel={profileTexts.saving}
        >
          {profileTexts.save}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={send} className="grid gap-6">
        <ProfileFields
          draft={draft}
          errors={errors}
          disabled={isBusy}
          focus={focus}
          afterName={table}
          onChange={change}
        >
          <TextField
            ref={table}
            label={profileTexts.table}
            error={errors.table}
            value={draft.table}
            readOnly={isBusy}
            onChange={(event) => change({ table: event.target.value })}
            name="table"
            autoComplete="off"
            enterKeyHint="next"
            onKeyDown={enterGoesOn(focus.phone)}
            dir="auto"
          />
        </ProfileFields>
      </form>
      <DownloadButton barId={options.barId} secret={options.secret} />
    </Dialog>
  )
}
