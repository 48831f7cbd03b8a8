import type { ReactNode } from 'react'
import type { ButtonLook } from './button.tsx'
import { buttonClass } from './button.tsx'
import type { LinkProps } from './link.tsx'
import { Link } from './link.tsx'

export interface ButtonLinkProps extends LinkProps, ButtonLook {
  icon?: ReactNode
}

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, block, icon, className, children, ...rest } = props
  return (
    <Link {...rest} className={buttonClass({ variant, size, block }, className)}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}
