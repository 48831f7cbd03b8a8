import Pencil from 'lucide:pencil'
import Plus from 'lucide:plus'
import Trash from 'lucide:trash'
import { useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { hasCode } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OwnPasskey } from '#contract/passkeys.ts'
import { readText, toLine } from '#contract/plain-text.ts'
import { deviceName } from '#contract/texts/account.ts'
import {
  forPasskey,
  passkeyTexts,
  passkeyTimes,
  removePasskeyQuestion,
} from '#contract/texts/passkeys.ts'
import { adminCall, hasPasskeySupport } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { DATE } from '#web/ui/date-forms.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatAt } from '#web/ui/format-at.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useForm } from '#web/ui/use-form.ts'

export interface PasskeysListProps {
  passkeys: readonly OwnPasskey[]
  /** Undefined hides the button that adds one. */
  add?: () => Promise<void>
  onChanged: () => Promise<void>
}

/** One's own passkeys. */
export function PasskeysList({ passkeys, add, onChanged }: PasskeysListProps) {
  const [renaming, setRenaming] = useState<OwnPasskey | null>(null)
  const [removing, setRemoving] = useState<OwnPasskey | null>(null)
  const [addOne, isAdding] = useAct(async () => {
    if (!add) return
    await add()
    await onChanged()
    showToast({ title: passkeyTexts.added, tone: 'success' })
  }, explainAdding)
  async function rename(key: OwnPasskey, name: string): Promise<void> {
    await adminCall(ADMIN_ENDPOINTS.renamePasskey, { passkeyId: key.id }, { name })
    await onChanged()
    setRenaming((now) => (now === key ? null : now))
  }
  async function confirm({ id }: OwnPasskey): Promise<void> {
    await adminCall(ADMIN_ENDPOINTS.confirmPasskey, { passkeyId: id })
    await onChanged()
    showToast({ title: passkeyTexts.confirmed, tone: 'success' })
  }
  async function remove(key: OwnPasskey): Promise<void> {
    await adminCall(ADMIN_ENDPOINTS.removePasskey, { passkeyId: key.id })
    await onChanged()
    setRemoving((now) => (now === key ? null : now))
    showToast({ title: passkeyTexts.removed, tone: 'success' })
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {passkeys.length === 0 && <p className="text-ink-soft">{passkeyTexts.none}</p>}
      {passkeys.length > 0 && (
        <ul aria-label={passkeyTexts.title} className="grid grid-cols-1 gap-3">
          {passkeys.map((key) => (
            <PasskeyRow
              key={key.id}
              passkey={key}
              onConfirm={() => confirm(key)}
              onRename={() => setRenaming(key)}
              onRemove={() => setRemoving(key)}
            />
          ))}
        </ul>
      )}
      {add && <Adding count={passkeys.length} isBusy={isAdding} onAdd={addOne} />}
      {renaming && (
        <Dialog onClose={() => setRenaming(null)} title={passkeyTexts.renameTitle}>
          <NameForm former={nameOf(renaming)} onNamed={(name) => rename(renaming, name)} />
        </Dialog>
      )}
      {removing && (
        <Confirm
          danger
          title={removePasskeyQuestion(nameOf(removing))}
          confirm={passkeyTexts.remove}
          onYes={() => remove(removing)}
          explain={explainChange}
          onClose={() => setRemoving(null)}
        >
          <p>{passkeyTexts.removeHint}</p>
        </Confirm>
      )}
    </div>
  )
}

interface AddingProps {
  count: number
  isBusy: boolean
  onAdd: () => Promise<void>
}

function Adding({ count, isBusy, onAdd }: AddingProps) {
  if (!hasPasskeySupport()) return <p className="text-ink-soft">{passkeyTexts.unsupported}</p>
  if (count >= LIMITS.passkeys) return <p className="text-ink-soft">{passkeyTexts.full}</p>
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      icon={<Icon of={Plus} className="size-5" />}
      busy={isBusy}
      onClick={() => void onAdd()}
    >
      {passkeyTexts.add}
    </Button>
  )
}

interface PasskeyRowProps {
  passkey: OwnPasskey
  onConfirm: () => Promise<void>
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onConfirm, onRename, onRemove }: PasskeyRowProps) {
  const [confirm, isConfirming] = useAct(onConfirm, explainChange)
  const { createdAt, lastUsedAt, isSuspended } = passkey
  const name = nameOf(passkey)
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line bg-sunken py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 basis-40 py-1">
        <p dir="auto" className="wrap-anywhere font-semibold">
          {name}
        </p>
        <p className="text-ink-soft text-sm tabular-nums">
          {passkeyTimes(
            formatAt(createdAt, DATE),
            lastUsedAt === null ? null : formatAt(lastUsedAt, DATE),
          )}
        </p>
        {isSuspended && <p className="text-sm">{passkeyTexts.suspended}</p>}
      </div>
      <div className="ml-auto flex flex-wrap justify-end">
        {isSuspended && (
          <Button
            variant="secondary"
            aria-label={forPasskey(passkeyTexts.confirm, name)}
            busy={isConfirming}
            onClick={() => void confirm()}
          >
            {passkeyTexts.confirm}
          </Button>
        )}
        <Button
          variant="quiet"
          size="icon"
          aria-label={forPasskey(passkeyTexts.rename, name)}
          onClick={onRename}
        >
          <Icon of={Pencil} className="size-5" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={forPasskey(passkeyTexts.remove, name)}
          onClick={onRemove}
        >
          <Icon of={Trash} className="size-5" />
        </Button>
      </div>
    </li>
  )
}

interface NameFormProps {
  former: string
  onNamed: (name: string) => Promise<void>
}

function NameForm({ former, onNamed }: NameFormProps) {
  const [save, isBusy] = useAct(onNamed, explainChange)
  const form = useForm({ name: former })

  function send(): void {
    const name = readText(form.values.name, LIMITS.nameText, toLine)
    if (name) return void save(name)
    form.refuse({ name: name === null ? passkeyTexts.nameTooLong : passkeyTexts.nameMissing })
  }
  return (
    <form {...form.props(send)} className="grid gap-5">
      <TextField
        {...form.field('name')}
        label={passkeyTexts.name}
        readOnly={isBusy}
        autoComplete="off"
        dir="auto"
      />
      <Button type="submit" size="lg" block busy={isBusy}>
        {passkeyTexts.saveName}
      </Button>
    </form>
  )
}

function nameOf({ name, browser, system }: OwnPasskey): string {
  return name ?? deviceName(browser, system)
}

function explainAdding(error: unknown): string {
  const hasOne = error instanceof Error && error.name === 'InvalidStateError'
  return hasOne ? passkeyTexts.alreadyHere : passkeyTexts.addFailed
}

function explainChange(error: unknown): string {
  const isLast = hasCode(error, 'conflict')
  return isLast ? passkeyTexts.onlyWayIn : passkeyTexts.changeFailed
}
