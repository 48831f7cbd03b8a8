const HANDLERS = ['fetch', 'webSocketMessage', 'webSocketClose', 'webSocketError', 'alarm']

/** Printed as an error, because the local server shows nothing less. */
export const note = (what: string) => console.error(`ran: ${what};`)

/** Has an object's handlers say each time that they run. */
export function noteHandlers({ prototype }: { prototype: object }): void {
  for (const name of HANDLERS) {
    const handler: unknown = Reflect.get(prototype, name)
    if (typeof handler !== 'function') continue
    const noted = function (this: unknown, ...values: unknown[]): unknown {
      note(name)
      return Reflect.apply(handler, this, values)
    }
    Object.defineProperty(prototype, name, { value: noted })
  }
}

/** Has every timer say that it is set. */
export function noteTimers(): void {
  const { setTimeout, setInterval } = globalThis
  globalThis.setTimeout = ((...values: Parameters<typeof setTimeout>) => {
    note('timer')
    return setTimeout(...values)
  }) as typeof setTimeout
  globalThis.setInterval = ((...values: Parameters<typeof setInterval>) => {
    note('timer')
    return setInterval(...values)
  }) as typeof setInterval
}
