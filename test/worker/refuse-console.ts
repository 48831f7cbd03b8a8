import { afterEach, beforeEach } from 'vitest'

/** On a busy machine a call of an object may be late by the clock: the line's stack begins there. */
const LATE_CALL = '/worker/call-timeout.ts:'
const LOWER_LEVELS = ['debug', 'info', 'log', 'warn'] as const

let printed: string[] = []

/**
 * A test that prints fails. One that expects a log line replaces `console.error` with a spy, where the
 * other levels end too: a line of the log says its own.
 */
beforeEach(() => {
  printed = []
  console.error = (...parts: unknown[]) => {
    const line = parts.map(String).join(' ')
    if (!line.includes(LATE_CALL)) printed.push(line)
  }
  for (const level of LOWER_LEVELS) {
    console[level] = (...parts: unknown[]) => console.error(...parts)
  }
})

afterEach(() => {
  if (printed.length > 0) throw new Error(`Unexpected console output: ${printed.join('; ')}`)
})
