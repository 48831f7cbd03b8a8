import { build } from 'vite'
import { ROOT } from '#scripts/paths.ts'

/** One fault put into the Worker's source: in each file, texts that are there and what replaces them. */
export type Mutation = Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>

/**
 * Bundles the Worker with its source changed. Throws where a text that is to be replaced is not
 * there exactly once: a mutant that changed nothing would prove nothing.
 */
export async function bundleMutant(mutation: Mutation): Promise<string> {
  const waiting = new Set(Object.keys(mutation))
  const output = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform(code, id) {
          const file = id.startsWith(ROOT) ? id.slice(ROOT.length) : ''
          const changes = mutation[file]
          if (!changes) return null
          waiting.delete(file)
          return changes.reduce((text, [from, to]) => replaceOnce(file, text, from, to), code)
        },
      },
    ],
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
  if (waiting.size > 0) throw new Error(`Not in the bundle: ${[...waiting].join(', ')}`)
  if (!('output' in output)) throw new Error('Vite gave no bundle.')
  return output.output[0].code
}

function replaceOnce(file: string, text: string, from: string, to: string): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}
