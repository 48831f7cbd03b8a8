import { readdirSync, readFileSync } from 'node:fs'

/** The processes that run the Worker for this one's tests. Linux only. */
const findRuntimes = (): string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isRuntime(pid))

function isRuntime(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return stat.includes('(workerd)') && Number(parent) === process.pid
  } catch {
    return false // it ended while we looked
  }
}

/** CPU time of all their threads, in nanoseconds: `stat` counts in hundredths of a second. */
const readCpuNs = (pid: string): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1'))
    .reduce((sum, text) => sum + Number(text.split(' ')[0]), 0)

/** A test in workerd cannot read it: a service binding asks here. In milliseconds, as text. */
export function answerCpuMs(): Response {
  const ns = findRuntimes()
    .map(readCpuNs)
    .reduce((sum, one) => sum + one, 0)
  return new Response(String(ns / 1e6))
}
