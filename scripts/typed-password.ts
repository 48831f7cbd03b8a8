import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks on the terminal without showing what is typed. Piped input is read up to its first line's end. */
export async function askForPassword(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const { stdin, stdout } = process
  if (stdin.isTTY) stdout.write(question)
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stdout.write('\n')
  }
}
