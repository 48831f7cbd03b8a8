/** Resolves to whether the page may be left. */
export type LeaveQuestion = () => Promise<boolean>

let question: LeaveQuestion | null = null

/** Whoever holds something unsaved asks here; the router puts the question before it goes. */
export function setLeaveQuestion(next: LeaveQuestion | null): void {
  question = next
}

export function hasLeaveQuestion(): boolean {
  return question !== null
}

export async function mayLeave(): Promise<boolean> {
  return question === null || question()
}
