import type { Browser, BrowserContext } from '@playwright/test'

/** What pages did against their Content-Security-Policy, trusted types included. */
export interface PolicyViolations {
  /** What a test provokes on purpose. */
  expected: RegExp[]
  /** The rest. */
  unexpected: () => string[]
  stop: () => void
}

const VIOLATION = /^CSP: |Content Security Policy/

/** Listens to every page of every context that is opened from now on. */
export function watchPolicy(browser: Browser): PolicyViolations {
  const heard: string[] = []
  const expected: RegExp[] = []
  const watch = async (context: BrowserContext): Promise<void> => {
    context.on('console', (message) => {
      if (VIOLATION.test(message.text())) heard.push(message.text())
    })
    // The browser reports a violation on the console too, but not from every kind of document.
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (violation) => {
        console.error(`CSP: ${violation.violatedDirective} refused ${violation.blockedURI}`)
      })
    })
  }
  browser.on('context', watch)
  return {
    expected,
    unexpected: () => heard.filter((line) => !expected.some((known) => known.test(line))),
    stop: () => browser.off('context', watch),
  }
}
