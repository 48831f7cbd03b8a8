import type { ComponentProps } from 'react'

export interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'section'
}

/** `as="section"` needs an accessible name. */
export function Card({ as: Element = 'div', className = '', ...rest }: CardProps) {
  return (
    <Element
      {...(rest as object)}
      className={`rounded-xl border border-line bg-raised p-5 shadow-card sm:p-6 ${className}`}
    />
  )
}
