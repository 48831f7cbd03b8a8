export async function ringOnce(): Promise<void> {
  try {
    const { ring } = await import('./ring.ts')
    ring()
  } catch {
    // Offline there is no sound. The message is on the screen anyway.
  }
}
