/** Set by pages with unsaved work: only they load its code. Without a gate all may pass. */
export interface RouterGate {
  pass: (go: () => void) => void
  /** Whether the app follows a step that the browser has already taken. */
  admits: (step: BrowserStep, go: (delta: number) => void) => boolean
}

export interface BrowserStep {
  action: string
  /** Steps back (negative) or forward; null if unknown. */
  delta: number | null
}

let gate: RouterGate | null = null

export function setRouterGate(next: RouterGate | null): void {
  gate = next
}

export function routerGate(): RouterGate | null {
  return gate
}
