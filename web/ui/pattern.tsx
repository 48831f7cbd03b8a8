/** `of` is the id of a pattern in index.html. */
export function Pattern({ of, className }: { of: 'bulbs' | 'pavement'; className: string }) {
  return (
    <svg
      aria-hidden="true"
      className={`pointer-events-none w-full forced-colors:hidden ${className}`}
    >
      <rect width="100%" height="100%" fill={`url(#${of})`} />
    </svg>
  )
}
