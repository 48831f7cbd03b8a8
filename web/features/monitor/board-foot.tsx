import type { ReactNode } from 'react'

/** Fixed at the foot of the screen, over the board. Presses beside its content reach the board. */
export function BoardFoot({ children }: { children: ReactNode }) {
  return <div className="board-foot">{children}</div>
}
