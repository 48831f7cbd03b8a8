/** The lock screen never shows the text of a message. */
export function wroteToYou(name: string): string {
  return `${name} escreveu para você`
}
