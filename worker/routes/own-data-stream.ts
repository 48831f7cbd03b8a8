import type { OwnData } from '#contract/own-data.ts'
import { streamText } from '#worker/http/stream-text.ts'
import type { OwnDataPlace } from '#worker/room/rpc.ts'

interface Page {
  data: OwnData
  next: OwnDataPlace | null
}

/**
 * Streams the JSON of a person's own data. It reads a page when the client wants more, so that memory
 * never holds all of it. Throws if the first page is refused; a later failure aborts the answer.
 */
export async function streamOwnData(
  readPage: (from: OwnDataPlace | null) => Promise<Page>,
): Promise<ReadableStream<Uint8Array>> {
  return streamText(writeParts(await readPage(null), readPage))
}

async function* writeParts(
  first: Page,
  readPage: (from: OwnDataPlace) => Promise<Page>,
): AsyncGenerator<string, void> {
  const { conversations: _, ...head } = first.data
  yield `${JSON.stringify(head).slice(0, -1)},"conversations":[`
  let [page, isContinued] = [first, false]
  let isOpen = false
  for (;;) {
    for (const { with: name, messages } of page.data.conversations) {
      const texts = messages.map((message) => JSON.stringify(message)).join()
      if (isContinued) {
        if (texts) yield `,${texts}`
      } else {
        yield `${isOpen ? ']},' : ''}{"with":${JSON.stringify(name)},"messages":[${texts}`
      }
      isOpen = true
      isContinued = false
    }
    const { next } = page
    if (!next) break
    // Gives the room's sockets a turn between two pages.
    await scheduler.wait(0)
    page = await readPage(next)
    isContinued = next.after > 0
  }
  yield isOpen ? ']}]}' : ']}'
}
