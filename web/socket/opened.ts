/** Counts mounts: a conversation mounted twice is open until both unmount. */
export class Opened {
  readonly #counts = new Map<string, number>()

  has(personId: string): boolean {
    return this.#counts.has(personId)
  }

  ids(): Iterable<string> {
    return this.#counts.keys()
  }

  open(personId: string): () => void {
    this.#counts.set(personId, (this.#counts.get(personId) ?? 0) + 1)
    return () => {
      const left = (this.#counts.get(personId) ?? 1) - 1
      if (left > 0) this.#counts.set(personId, left)
      else this.#counts.delete(personId)
    }
  }
}
