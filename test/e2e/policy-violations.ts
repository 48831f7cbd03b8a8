import type { Browser, BrowserContext, ConsoleMessage, Request } from '@playwright/test'

/** Violations of the Content-Security-Policy, trusted types included, and requests to other hosts. */
export interface PolicyViolations {
  /** Violations that a test provokes on purpose. */
  expected: RegExp[]
  /** All other violations. */
  unexpected: () => string[]
  stop: () => void
}

const VIOLATION = /^CSP: |Content Security Policy/
/** Addresses on this machine, or without a request. A page may use no others. */
const OWN_ADDRESS =
  /^(?:https?:\/\/(?:127\.0\.0\.1|localhost)[:/]|(?:data|blob|about|chrome-error):)/

/** Listens to every page of every context that is open or will be. */
export function watchPolicy(browser: Browser): PolicyViolations {
  const heard: string[] = []
  const expected: RegExp[] = []
  const hearLine = (message: ConsoleMessage): void => {
    if (VIOLATION.test(message.text())) heard.push(message.text())
  }
  const hearRequest = (request: Request): void => {
    if (!OWN_ADDRESS.test(request.url())) heard.push(`asked ${request.url()}`)
  }
  const listen = (context: BrowserContext): void => {
    context.on('console', hearLine)
    context.on('request', hearRequest)
  }
  const watch = async (context: BrowserContext): Promise<void> => {
    listen(context)
    // The browser reports a violation on the console too, but not from every kind of document.
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (violation) => {
        console.error(`CSP: ${violation.violatedDirective} refused ${violation.blockedURI}`)
      })
    })
  }
  browser.on('context', watch)
  // Contexts that an earlier test has left for this one report already.
  for (const context of browser.contexts()) listen(context)
  return {
    expected,
    unexpected: () => heard.filter((line) => !expected.some((known) => known.test(line))),
    stop: () => {
      browser.off('context', watch)
      for (const context of browser.contexts()) {
        context.off('console', hearLine)
        context.off('request', hearRequest)
      }
    },
  }
}
