import type { Page } from '@playwright/test'
import { ROOM_SOCKET } from '#test/fakes/fake-server.ts'

type Kind = 'presence' | 'left'

/** Events of a room on their way to a page, which a test can hold back. */
export class HeldEvents {
  #kind: Kind | null = null
  #held: (() => void)[] = []

  /** Call it before the page enters the bar. */
  async routeFor(page: Page): Promise<void> {
    await page.routeWebSocket(ROOM_SOCKET, (socket) => {
      socket.connectToServer().onMessage((frame) => {
        const pass = () => socket.send(frame)
        if (this.#kind && String(frame).includes(`"kind":"${this.#kind}"`)) this.#held.push(pass)
        else pass()
      })
    })
  }

  /** Holds back every event of this kind from now on. */
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
