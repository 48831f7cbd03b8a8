import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether generated cases come as few as `npm test` has time for, or as many as promised. */
    testSize: 'quick' | 'full'
  }
}

/** Whether this is `npm run test:full`: as much is tried as docs/security.md and docs/faults.md name. */
export function isFullSize(): boolean {
  return inject('testSize') === 'full'
}

/** How many cases are generated: few in `npm test`, in `npm run test:full` those of docs/security.md. */
export function runs(few: number, all: number): number {
  return isFullSize() ? all : few
}
