import { afterEach, beforeEach } from 'vitest'

const LEVELS = ['debug', 'info', 'log', 'warn', 'error'] as const

let printed: string[] = []

/** A test that prints fails. One that expects a log line replaces that method with a spy. */
beforeEach(() => {
  printed = []
  for (const level of LEVELS) {
    console[level] = (...parts: unknown[]) => {
      printed.push(`${level}: ${parts.map(String).join(' ')}`)
    }
  }
})

afterEach(() => {
  if (printed.length > 0) throw new Error(`Unexpected console output:\n${printed.join('\n')}`)
})
