/** Rings once; who never turned the sound on never downloads it. */
export async function ringOnce(): Promise<void> {
  try {
    const { ring } = await import('./ring.ts')
    ring()
  } catch {
    // Without a connection there is no sound, and the message is on the screen all the same.
  }
}
