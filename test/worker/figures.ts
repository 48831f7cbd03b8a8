import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    figures?: Record<string, number>
  }
}

/** Keeps the figures of a counted test for the bench that prints them. */
export function noteFigures({ task }: TestContext, figures: Record<string, number>): void {
  task.meta.figures = { ...task.meta.figures, ...figures }
}
