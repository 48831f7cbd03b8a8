/**
 * What a page with unsaved work puts between the router and the ways out. Only those pages load
 * what it does; without one every way is open.
 */
export interface RouterGate {
  /** Goes, now or later, if the page may be left. */
  pass: (go: () => void) => void
  /** Whether a step that the browser has taken already may be followed. */
  admits: (step: BrowserStep, go: (delta: number) => void) => boolean
}

export interface BrowserStep {
  action: string
  /** How far back or forward; null where that is not known. */
  delta: number | null
}

let gate: RouterGate | null = null

export function setRouterGate(next: RouterGate | null): void {
  gate = next
}

export function routerGate(): RouterGate | null {
  return gate
}
