/** On the lock screen: never the message's text. */
export function wroteToYou(name: string): string {
  return `${name} escreveu para você`
}
