import { LIMITS } from '#contract/limits.ts'

/**
 * Puts messages into frames, in their order: one alone is a frame by itself, several share an array up
 * to a size. Bounded, because what waits for a slow reader is counted in frames.
 */
export function toSharedFrames(messages: readonly string[]): string[] {
  const frames: string[] = []
  let shared: string[] = []
  let characters = 0
  for (const message of messages) {
    if (shared.length > 0 && characters + message.length > LIMITS.sharedFrameCharacters) {
      frames.push(toFrame(shared))
      shared = []
      characters = 0
    }
    shared.push(message)
    characters += message.length
  }
  if (shared.length > 0) frames.push(toFrame(shared))
  return frames
}

function toFrame(messages: readonly string[]): string {
  return messages.length === 1 ? (messages[0] ?? '') : `[${messages.join()}]`
}
