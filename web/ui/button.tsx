import type { ComponentProps, MouseEvent, ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: ReactNode
  /** Keeps focus and width, and ignores presses. */
  busy?: boolean
  busyLabel?: string | undefined
}

/** `aria-disabled` stays focusable and still calls `onClick`, to answer with a reason. */
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
    // Enter in a form presses its submit button: this also stops a second submit.
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
          <span>{children}</span>
        </Face>
        {(busy || busyLabel) && (
          <Face shown={busy}>
            <Spinner turning={busy} />
            <span>{busyLabel}</span>
          </Face>
        )}
      </span>
    </button>
  )
}

interface FaceProps {
  shown: boolean
  /** Names the button even when hidden. */
  named?: boolean
  children: ReactNode
}

/** Both faces share a grid cell, so that the wider one sets the width. An icon without room stands above the words. */
function Face({ shown, named = false, children }: FaceProps) {
  const hidden = named ? 'opacity-0' : 'invisible'
  return (
    <span
      aria-hidden={!shown && !named}
      className={`col-start-1 row-start-1 inline-flex flex-wrap items-center justify-center gap-2.5 ${shown ? '' : hidden}`}
    >
      {children}
    </span>
  )
}

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'sm' | 'md' | 'lg' | 'icon' | undefined
  block?: boolean | undefined
}

const VARIANTS = {
  primary:
    'border-transparent bg-accent text-on-accent not-aria-disabled:hover:bg-accent-hover disabled:border-line disabled:bg-hover disabled:text-ink-faint',
  secondary:
    'border-edge bg-raised text-ink not-aria-disabled:hover:bg-hover disabled:border-line disabled:text-ink-faint',
  quiet: 'border-transparent text-link not-aria-disabled:hover:bg-hover disabled:text-ink-faint',
  danger:
    'border-transparent bg-danger-fill text-on-danger not-aria-disabled:hover:bg-danger-hover disabled:opacity-55',
}

const SIZES = {
  // Looks lower than a target, and is pressed like one.
  sm: 'relative min-h-9 rounded-full! px-3.5 py-1 text-sm after:absolute after:-inset-2',
  md: 'min-h-target px-4 py-2 text-base',
  lg: 'min-h-14 px-6 py-3 text-lg',
  icon: 'size-target shrink-0',
}

const EVERY =
  'inline-flex items-center justify-center gap-2.5 rounded-lg border text-center font-semibold transition-colors active:translate-y-px disabled:cursor-not-allowed aria-disabled:cursor-default aria-disabled:not-aria-busy:opacity-55 [&_svg]:shrink-0'

export function buttonClass(look: ButtonLook, className = ''): string {
  const { variant = 'primary', size = 'md', block = false } = look
  return `${EVERY} ${VARIANTS[variant]} ${SIZES[size]} ${block ? 'w-full' : ''} ${className}`
}

declare global {
  interface Window {
    /** Whether a prerendered button was pressed before hydration. The first call ends recording. */
    takeEarlyPress?: (button: HTMLElement) => boolean
  }
}

/** Replays a press from before hydration. */
function useEarlyPress(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  // In the commit itself: later presses reach the button's own handler.
  useLayoutEffect(() => {
    if (!button.current || !window.takeEarlyPress?.(button.current)) return
    // After the fields have taken over what was typed into them.
    const timer = setTimeout(() => button.current?.click())
    return () => clearTimeout(timer)
  }, [])
  return button
}
