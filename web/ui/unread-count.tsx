/** Shows a number of unread messages in 16 px. Screen readers read `label` instead. */
export function UnreadCount({ count, label }: { count: number; label?: string }) {
  return (
    <>
      {label && <span className="sr-only">{label}</span>}
      <span
        aria-hidden="true"
        className="min-w-5 rounded-full bg-online px-1.5 text-center font-semibold text-on-online text-xs leading-4 tabular-nums"
      >
        {count > 99 ? '99+' : count}
      </span>
    </>
  )
}
