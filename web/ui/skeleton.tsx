export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block max-w-full animate-pulse rounded-md border border-line bg-hover ${className}`}
    />
  )
}
