import type { SourceMapPayload } from 'node:module'
import { SourceMap } from 'node:module'
import { text } from 'node:stream/consumers'
import { listBuilds, readMap } from './build/source-maps.ts'
import { USAGE } from './usage.ts'
import { readArguments, UserError } from './user-error.ts'

const OPTIONS = { build: { type: 'string' } } as const

/** A file of the build, line and column, in a stack of any browser and in the log's "place". */
const POSITION = /([\w.-]+\.js):(\d+):(\d+)/g
/** Quoted once, or within another JSON text. */
const BUILD = /\bbuild\W{1,12}([0-9a-f]{12})\b/g
const EVENT = /\bevent\W{1,12}([a-z_]+)/
/** Builds that share a file's content share its name. */
const HASHED = /-[\w-]{8}\.js$/
const SHOWN_MAX = 80

/** Prints where the positions arose that the arguments name, or standard input if there are none. */
export async function traceInput(args: string[]): Promise<void> {
  const config = { args, options: OPTIONS, allowPositionals: true }
  const { values, positionals } = readArguments(config, USAGE.trace)
  const isPiped = positionals.length === 0 && !process.stdin.isTTY
  const said = isPiped ? await text(process.stdin) : positionals.join(' ')
  process.stdout.write(`${trace(said, values.build)}\n`)
}

/** Returns a line for each position of the text: file, line and column of the source, and its code below. */
export function trace(said: string, wanted?: string): string {
  const builds = listBuilds()
  if (wanted !== undefined && !builds.includes(wanted)) throw notKept(wanted, builds)
  const named = new Set([...said.matchAll(BUILD)].map(([, build = '']) => build))
  const [only] = named.size === 1 ? named : []
  const found = said.split('\n').flatMap((line) => {
    const [[, own] = []] = line.matchAll(BUILD)
    return [...line.matchAll(POSITION)].map(([place, file = '', row, column]) => {
      const position = { file, line: Number(row), column: Number(column) }
      return { place, source: findSource(position, wanted ?? own ?? only, builds) }
    })
  })
  if (found.length === 0) throw noPosition(said)
  if (found.some(({ source }) => source))
    return found
      .map(({ place, source }) => source ?? `${place} is in no build that is kept`)
      .join('\n')
  const missing = [...named].find((build) => !builds.includes(build))
  throw missing ? notKept(missing, builds) : unknownPlaces(found.map(({ place }) => place))
}

interface Position {
  file: string
  /** The first line and column are 1, as in a stack. */
  line: number
  column: number
}

/** Returns undefined if no map knows the position. */
function findSource(
  position: Position,
  build: string | undefined,
  builds: readonly string[],
): string | undefined {
  const { file } = position
  const others = build === undefined || HASHED.test(file) ? builds : []
  for (const candidate of [...(build ? [build] : []), ...others]) {
    const map = readMap(candidate, file)
    if (map) return toSource(position, map)
  }
  return undefined
}

function toSource({ line, column }: Position, map: SourceMapPayload): string | undefined {
  // Node answers the last position of the file for every later one.
  if (line > map.mappings.split(';').length) return undefined
  const origin = new SourceMap(map).findOrigin(line, column)
  if (!('fileName' in origin)) return undefined
  const { fileName, lineNumber, columnNumber, name } = origin
  const content = map.sourcesContent[map.sources.indexOf(fileName)]
  const code = content?.split('\n')[lineNumber - 1]?.trim()
  const where = `${fileName}:${lineNumber}:${columnNumber}${name ? ` ${name}` : ''}`
  return code ? `${where}\n    ${code}` : where
}

function noPosition(said: string): UserError {
  const [, event] = EVENT.exec(said) ?? []
  if (event) return new UserError(`This line of the log says no position of the code: ${event}.`)
  const shown = said.trim().slice(0, SHOWN_MAX)
  return new UserError(
    `This is neither a line of the log nor a stack: "${shown}".\n\n${USAGE.trace}`,
  )
}

const notKept = (build: string, kept: readonly string[]): UserError =>
  new UserError(`The maps of build ${build} are not kept here (${kept.join(', ') || 'none is'}).
They are in dist/maps where it was built. \`npm ci && npm run build\` at its commit makes the same ones.`)

const unknownPlaces = (places: readonly string[]): UserError =>
  new UserError(`No build that is kept in dist/maps has this position: ${places.join(', ')}.`)
