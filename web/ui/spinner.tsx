export function Spinner({ turning = true }: { turning?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block size-5 shrink-0 rounded-full border-2 border-current border-t-transparent ${turning ? 'animate-spin' : ''}`}
    />
  )
}
