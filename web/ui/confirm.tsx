import { Button } from './button.tsx'
import type { DialogProps } from './dialog.tsx'
import { Dialog } from './dialog.tsx'
import type { Explain } from './use-act.ts'
import { useAct } from './use-act.ts'

export interface ConfirmProps extends Pick<DialogProps, 'title' | 'onClose' | 'children'> {
  /** The words of the button that does it. */
  confirm: string
  /** The words of a second button that closes the dialog. */
  cancel?: string
  danger?: boolean
  /** Both buttons fill one row, of a phone too. */
  tight?: boolean
  /** False: the button looks disabled, and `onYes` says what is missing. */
  isReady?: boolean
  /** Must close the dialog when it succeeds. */
  onYes: () => Promise<void>
  explain?: Explain
}

/** A question before an act. It stays, busy, until the act is done, and after a failure. */
export function Confirm(props: ConfirmProps) {
  const { confirm, cancel, danger = false, tight = false, isReady = true, ...rest } = props
  const { onYes, explain, ...dialog } = rest
  const [agree, isBusy] = useAct(onYes, explain)
  const className = tight ? 'grow px-2!' : ''
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          {cancel && (
            <Button variant="secondary" className={className} onClick={dialog.onClose}>
              {cancel}
            </Button>
          )}
          <Button
            variant={danger ? 'danger' : 'primary'}
            className={className}
            aria-disabled={!isReady || undefined}
            busy={isBusy}
            onClick={() => void agree()}
          >
            {confirm}
          </Button>
        </>
      }
    />
  )
}
