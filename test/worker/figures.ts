import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    figures?: Record<string, number>
  }
}

/** What a counted test has counted, for the bench that prints it. */
export function noteFigures({ task }: TestContext, figures: Record<string, number>): void {
  task.meta.figures = { ...task.meta.figures, ...figures }
}
