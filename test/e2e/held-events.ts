import type { Page } from '@playwright/test'
import { ROOM_SOCKET } from '#test/fakes/fake-server.ts'

type Kind = 'presence' | 'left'

/** What a page is told of people, which can be held back on its way there. */
export class HeldEvents {
  #kind: Kind | null = null
  #held: (() => void)[] = []

  /** Before the page is in the bar. */
  async routeFor(page: Page): Promise<void> {
    await page.routeWebSocket(ROOM_SOCKET, (socket) => {
      socket.connectToServer().onMessage((frame) => {
        const pass = () => socket.send(frame)
        if (this.#kind && String(frame).includes(`"kind":"${this.#kind}"`)) this.#held.push(pass)
        else pass()
      })
    })
  }

  /** From now on whatever is of this kind waits. */
  hold(kind: Kind): void {
    this.#kind = kind
  }

  get held(): number {
    return this.#held.length
  }

  release(): void {
    this.#kind = null
    for (const pass of this.#held.splice(0)) pass()
  }
}
