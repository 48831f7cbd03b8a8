export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'md' | 'lg' | 'icon' | undefined
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
