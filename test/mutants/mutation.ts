import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { build } from 'vite'
import { startScripts } from '#scripts/build/start-scripts.ts'
import { inRoot, ROOT } from '#scripts/paths.ts'

/** One fault put into the source: in each file, texts that are there and what replaces them. */
export type Mutation = Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>

/** A plugin that puts the fault into a Vite build or a run of Vitest. */
export function mutate(read: () => Mutation): Plugin {
  return {
    name: 'mutant',
    enforce: 'pre',
    transform(code, id) {
      const mutation = read()
      const file = id.startsWith(ROOT) ? (id.slice(ROOT.length).split('?')[0] ?? '') : ''
      return mutation[file] ? replaceAll(file, code, mutation[file]) : null
    },
  }
}

/**
 * Throws where a text that is to be replaced is not in its file exactly once: a mutant that changed
 * nothing would prove nothing.
 */
export function checkMutation(mutation: Mutation): void {
  for (const [file, changes] of Object.entries(mutation)) {
    replaceAll(file, readFileSync(inRoot(file), 'utf8'), changes)
  }
}

/** Bundles the Worker with its source changed. */
export async function bundleMutant(mutation: Mutation): Promise<string> {
  checkMutation(mutation)
  const output = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [mutate(() => mutation), startScripts()],
    ssr: { noExternal: true, resolve: { conditions: ['workerd', 'worker', 'module', 'import'] } },
    build: {
      ssr: 'worker/index.ts',
      write: false,
      target: 'esnext',
      rolldownOptions: {
        external: [/^cloudflare:/, /^node:/],
        output: { codeSplitting: false },
      },
    },
  })
  if (!('output' in output)) throw new Error('Vite gave no bundle.')
  return output.output[0].code
}

function replaceAll(file: string, code: string, changes: Mutation[string]): string {
  return changes.reduce((text, [from, to]) => {
    const parts = text.split(from)
    if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${from}`)
    return parts.join(to)
  }, code)
}
