/** A pattern that index.html holds, by its id, side by side over the whole width. */
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
