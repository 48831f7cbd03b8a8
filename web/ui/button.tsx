import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { ButtonLook } from './button-look.ts'
import { buttonClass } from './button-look.ts'
import { Spinner } from './spinner.tsx'
import { useEarlyPress } from './use-early-press.ts'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: ReactNode
  /** While true the button keeps its focus and width, and pressing it does nothing. */
  busy?: boolean
  busyLabel?: string
}

/**
 * `disabled` takes the button out of the tab order; `aria-disabled` leaves it there and still calls
 * `onClick`, for buttons that answer with a reason.
 */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    block,
    icon,
    busy = false,
    busyLabel,
    className,
    children,
    ...rest
  } = props
  const own = useEarlyPress()
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter in a form presses its submit button too, so this also stops a second submit.
    if (busy) event.preventDefault()
    else rest.onClick?.(event)
  }
  return (
    <button
      type="button"
      ref={own}
      {...rest}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
      onClick={press}
      className={buttonClass({ variant, size, block }, className)}
    >
      <span className="grid">
        <Face shown={!busy} named={!busyLabel}>
          {icon}
          {children}
        </Face>
        {(busy || busyLabel) && (
          <Face shown={busy}>
            <Spinner turning={busy} />
            {busyLabel}
          </Face>
        )}
      </span>
    </button>
  )
}

interface FaceProps {
  shown: boolean
  /** Unseen it still gives the button its name. */
  named?: boolean
  children: ReactNode
}

/** Both faces lie in one grid cell, so that the wider one sets the width all the time. */
function Face({ shown, named = false, children }: FaceProps) {
  const hidden = named ? 'opacity-0' : 'invisible'
  return (
    <span
      aria-hidden={!shown && !named}
      className={`col-start-1 row-start-1 inline-flex items-center justify-center gap-2.5 ${shown ? '' : hidden}`}
    >
      {children}
    </span>
  )
}
