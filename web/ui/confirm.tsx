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
  /** On a phone each button has a row of its own. */
  wide?: boolean
  /** Must close the dialog when it succeeds. */
  onYes: () => Promise<void>
  explain?: Explain
}

/** A question before an act. It stays, busy, until the act is done, and after a failure. */
export function Confirm(props: ConfirmProps) {
  const { confirm, cancel, danger = false, wide = false, onYes, explain, ...dialog } = props
  const [agree, isBusy] = useAct(onYes, explain)
  const className = wide ? 'max-sm:w-full' : ''
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
