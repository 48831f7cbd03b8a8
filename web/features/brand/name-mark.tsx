import { LOGO_NAME } from '#contract/shells.ts'
import { LETTERING_PATH } from './lettering.ts'

export function NameMark({ name, className = '' }: { name: string; className?: string }) {
  if (name !== LOGO_NAME) {
    return (
      <span
        className={`block text-balance font-display font-semibold text-[3.25rem] text-letter italic leading-tight ${className}`}
      >
        {name}
      </span>
    )
  }
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 1020 330"
        className={`block aspect-[1020/330] ${className}`}
      >
        <path d={LETTERING_PATH} className="fill-letter-shade" transform="translate(10 11)" />
        <path d={LETTERING_PATH} className="fill-letter" />
      </svg>
      <span className="sr-only">{name}</span>
    </>
  )
}
