/** What a stretch of work took by the clock, and cost this process; milliseconds. */
export interface Spent {
  ms: number
  cpuMs: number
}

/** Answers when it is asked with what was spent since. */
export function startSpending(): () => Spent {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }
  }
}

/** How much of one core that was. */
export const toCores = ({ ms, cpuMs }: Spent) => cpuMs / ms
