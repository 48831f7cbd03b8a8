import { LIMITS } from '#contract/limits.ts'
import type { History, Message } from '#contract/message.ts'
import { toApi } from '#contract/paths.ts'
import type { Door } from './door.ts'
import { ask } from './door.ts'

/** What a person asks over HTTP. */
export class OwnRequests {
  readonly #door: Door
  readonly #barId: string
  readonly #headers: Record<string, string>

  constructor(door: Door, barId: string, secret: string) {
    this.#door = door
    this.#barId = barId
    this.#headers = { Authorization: `Bearer ${secret}` }
  }

  /** Goes to another table. Throws where the room does not take it. */
  async move(table: string, door = this.#door): Promise<void> {
    const options = { method: 'PATCH', body: { table }, headers: this.#headers }
    const answer = await ask(door, toApi.visit(this.#barId), options)
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }

  /** Leaves the bar. Throws where the room does not take it. */
  async leave(): Promise<void> {
    const options = { method: 'PUT', headers: this.#headers }
    const answer = await ask(this.#door, toApi.leaving(this.#barId), options)
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }

  /** A conversation as the server has it now, from the message after a number on. */
  async fetchConversation(partner: string, after = 0): Promise<Message[]> {
    const messages: Message[] = []
    for (;;) {
      const last = messages.at(-1)?.number ?? after
      const path = `${toApi.conversation(this.#barId, partner)}?after=${last}`
      const answer = await ask(this.#door, path, { headers: this.#headers })
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      const page = (await answer.json()) as History
      messages.push(...page.messages)
      if (page.messages.length < LIMITS.historyPage) return messages
    }
  }
}
