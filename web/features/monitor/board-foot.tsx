import type { ReactNode } from 'react'

/** Fixed at the foot of the screen, over the board. Presses beside its content reach the board. */
export function BoardFoot({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-10 flex flex-col items-center gap-2 px-3">
      {children}
    </div>
  )
}
