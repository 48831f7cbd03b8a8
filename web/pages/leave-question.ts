import type { BrowserStep } from '#web/router-gate.ts'
import { setRouterGate } from '#web/router-gate.ts'

/** True if the page may be left. */
export type LeaveQuestion = () => Promise<boolean>

let question: LeaveQuestion | null = null

export function setLeaveQuestion(next: LeaveQuestion | null): void {
  question = next
  setRouterGate(next && { pass: (go) => void whenAllowed(go), admits: createAdmission() })
}

export async function mayLeave(): Promise<boolean> {
  return question === null || question()
}

async function whenAllowed(go: () => void): Promise<void> {
  if (await mayLeave()) go()
}

/** The browser goes back before anyone can ask, so that step is undone first. */
function createAdmission() {
  let undone: number | null = null
  let isAnswered = false
  return ({ action, delta }: BrowserStep, go: (delta: number) => void): boolean => {
    if (undone !== null) {
      const steps = undone
      undone = null
      void whenAllowed(() => {
        isAnswered = true
        go(steps)
      })
      return false
    }
    if (action !== 'POP' || !delta || isAnswered) {
      isAnswered = false
      return true
    }
    undone = delta
    go(-delta)
    return false
  }
}
