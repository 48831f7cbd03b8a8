import type { ParseArgsConfig } from 'node:util'
import { parseArgs } from 'node:util'

/** A failure that the reader can mend: shown as one sentence, without a stack. */
export class UserError extends Error {}

/** Parses a command's arguments. An unknown one throws its usage as a UserError. */
export function readArguments<const Config extends ParseArgsConfig & { args: string[] }>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${usage}`)
  }
}

export const PORT_TAKEN = 'The port is taken. Stop what uses it, or choose another one with PORT.'

const SENTENCES: [pattern: RegExp, sentence: string][] = [
  [/EADDRINUSE|address already in use/i, PORT_TAKEN],
  [
    /EADDRNOTAVAIL|EAFNOSUPPORT/,
    'This machine has no such address. Give it one of its own as HOST, or leave HOST out.',
  ],
  [
    /ENOSPC|EDQUOT|SQLITE_FULL|no space left/i,
    'The disk is full. Free some space and start again; nothing that was stored is lost.',
  ],
  [
    /enable Analytics Engine|code: 10089\b/i,
    'The account has no Analytics Engine yet, which counts refusals and errors. Enable it once in the dashboard (Workers & Pages, Analytics Engine), then run the command again.',
  ],
  [
    /EROFS|SQLITE_READONLY|read-only file system/i,
    'The folder is on a read-only disk: the local database, secrets and build cannot be written.',
  ],
  [
    /EACCES|EPERM|permission denied/i,
    'A file of this folder may not be written or the port not be used by you. Check who owns the folder, or choose a PORT above 1023.',
  ],
]

/** Codes of the system for a file that this user may not use. */
const REFUSALS: unknown[] = ['EACCES', 'EPERM', 'EROFS']

/** The sentence for an error or a tool's output; undefined where the failure is not a known one. */
export function explain(failure: unknown): string | undefined {
  if (failure instanceof UserError) return failure.message
  if (failure instanceof Error && 'path' in failure && 'code' in failure) {
    const { path, code, message } = failure
    if (REFUSALS.includes(code))
      return `${path} may not be used by you (${message}). Check who owns it.`
  }
  const text =
    failure instanceof Error
      ? `${'code' in failure ? failure.code : ''} ${failure.message}`
      : String(failure)
  return SENTENCES.find(([pattern]) => pattern.test(text))?.[1]
}

/** An error's message with its cause's: `fetch` says only there what happened. */
export function toReason(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message} (${cause.message})` : message
}

/** The error for a tool that failed: its output, below the sentence for it where there is one. */
export function toUserError(what: string, output: string): UserError {
  return new UserError(`${explain(output) ?? `${what} failed:`}\n${output.trim()}`)
}

/** Runs a script's main function: a known failure is one sentence and exit code 1. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const sentence = explain(error)
    if (sentence === undefined) throw error
    process.stderr.write(`${sentence}\n`)
    process.exitCode = 1
  }
}
