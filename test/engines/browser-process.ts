import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from './engine.ts'

/**
 * Standard input is a pipe that we hold: when it ends, with us or before, so does the whole process
 * group, in a second. Xvfb and Firefox take their files away where they are asked to end.
 */
const LEASH = '"$@" </dev/null & read -r _; trap "" TERM; kill -TERM 0; sleep 1; kill -KILL 0'

/** Starts a program that lives no longer than we do; `home` is where it keeps its files. */
export function startBrowserProcess(
  command: string[],
  home: string,
  env: Record<string, string> = {},
) {
  const child = spawn('/bin/sh', ['-c', LEASH, 'sh', ...command], {
    env: { ...process.env, HOME: home, TZ: 'America/Sao_Paulo', ...env },
    stdio: 'pipe',
    detached: true,
  })
  const closed = once(child, 'close')
  let output = ''
  const take = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  return {
    /** Waits until it prints this, and resolves to the match's first group. */
    prints: (pattern: RegExp) =>
      until(
        `${command[0]} prints ${pattern}, not ${output}`,
        async () => pattern.exec(output)?.[1],
      ),
    stop: async () => {
      child.stdin.end()
      await closed
    },
  }
}
