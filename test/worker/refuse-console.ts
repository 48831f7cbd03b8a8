import { afterEach, beforeEach } from 'vitest'

const LOWER_LEVELS = ['debug', 'info', 'log', 'warn'] as const

let printed: string[] = []

/**
 * A test that prints fails. One that expects a log line replaces `console.error` with a spy, where the
 * other levels end too: a line of the log says its own.
 */
beforeEach(() => {
  printed = []
  console.error = (...parts: unknown[]) => {
    printed.push(parts.map(String).join(' '))
  }
  for (const level of LOWER_LEVELS) {
    console[level] = (...parts: unknown[]) => console.error(...parts)
  }
})

afterEach(() => {
  if (printed.length > 0) throw new Error(`Unexpected console output: ${printed.join('; ')}`)
})
