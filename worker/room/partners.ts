import type { Sql } from '#worker/rim/sql.ts'
import { conversationId, partnerIn } from './conversation.ts'

/**
 * Who has a conversation with whom. A row's key finds it by its first person alone, and an index for
 * the second would be one more row written for each; so one look at all of them, once a wake.
 */
export class Partners {
  readonly #sql: Sql
  #ids: Map<string, Set<string>> | null = null

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The ids of a person's conversations. */
  conversationsOf(personId: string): string[] {
    const partners = this.#all().get(personId) ?? []
    return [...partners].map((partner) => conversationId(personId, partner))
  }

  /** A conversation has begun. */
  add(conversation: string): void {
    if (this.#ids) note(this.#ids, conversation)
  }

  /** A conversation was erased. */
  remove(conversation: string): void {
    const [one = '', other = ''] = conversation.split(':')
    this.#ids?.get(one)?.delete(other)
    this.#ids?.get(other)?.delete(one)
  }

  /** Has all of them looked at anew. */
  forget(): void {
    this.#ids = null
  }

  #all(): Map<string, Set<string>> {
    if (this.#ids) return this.#ids
    const rows = this.#sql<{ id: string }>`SELECT id FROM conversations`
    const ids = new Map<string, Set<string>>()
    for (const { id } of rows) note(ids, id)
    this.#ids = ids
    return ids
  }
}

function note(ids: Map<string, Set<string>>, conversation: string): void {
  for (const personId of conversation.split(':')) {
    const partners = ids.get(personId) ?? new Set<string>()
    ids.set(personId, partners.add(partnerIn(conversation, personId)))
  }
}
