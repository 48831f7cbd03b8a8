/** One thing that was seen from outside of the room. */
export interface Entry {
  /** The page, board, answer, phone, log event or table where it was seen. */
  where: string
  /** Milliseconds since the evening began. */
  at: number
  seen: unknown
  /** Rows, whose order says nothing. */
  isSet?: true
}

/** Fields whose values are random, or hashes of random values. */
const OPAQUE = new Set([
  'secret',
  'deviceKey',
  'mark',
  'token',
  'tag',
  'barList',
  'topic',
  'epoch',
  'reports',
  'token_hash',
])
const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<=\/|^)(?:profiles|photos|logos)\/[\w-]+/g

/**
 * Replaces each id by the number of its first appearance: random values differ as soon as one version
 * draws one more of them than the other.
 */
export class Names {
  readonly #names = new Map<string, string>()

  /** Replaces ids in all entries. A row's id gets a name only if a page has shown it. */
  nameAll(entries: readonly Entry[]): Entry[] {
    return entries.flatMap((entry) => {
      if (!entry.isSet) return { ...entry, seen: this.replace(entry.seen) }
      const rows = this.replace(entry.seen, false) as unknown[]
      const sorted = rows.toSorted((one, other) => (toText(one) < toText(other) ? -1 : 1))
      return sorted.map((seen) => ({ ...entry, seen }))
    })
  }

  /** Names an unknown id if `isNew`; otherwise all unknown ids share one name. */
  replace(value: unknown, isNew = true, key = ''): unknown {
    if (typeof value === 'string') {
      if (OPAQUE.has(key)) return this.#nameOf(value, isNew)
      return value.replace(IDS, (id) => this.#nameOf(id, isNew))
    }
    if (Array.isArray(value)) return value.map((one) => this.replace(one, isNew, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, one]) => [
          name.replace(IDS, (id) => this.#nameOf(id, isNew)),
          this.replace(one, isNew, name),
        ]),
    )
  }

  #nameOf(text: string, isNew: boolean): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (!isNew) return '#?'
    const name = `#${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}

/** How many steps before a difference a report tells. */
const STEPS_TOLD = 8

/** Tells where two versions differ, and which steps led there. */
export function report(
  seed: number,
  script: readonly object[],
  at: number,
  difference: string,
): string {
  const told = script.slice(Math.max(0, at - STEPS_TOLD), at + 1)
  return [
    `Evening ${seed} differs at step ${at + 1} of ${script.length}.`,
    difference,
    'The steps that led there:',
    ...told.map((step) => `  ${JSON.stringify(step)}`),
  ].join('\n')
}

/** Names the kinds of frames, events, closes and answers in an entry. */
export function kindsOf({ where, seen }: Entry): string[] {
  const source = where.replace(/^(page|board).*/, '$1')
  return (Array.isArray(seen) ? seen : [seen]).flatMap((one: unknown) => {
    const { type, events, closed, reason, status, body } = Object(one)
    const kinds = (events ?? []).map(({ kind }: { kind: string }) => kind)
    const what = type ?? closed ?? (status && [status, body?.error?.code].join(' ').trim())
    return [what, reason && `${what} ${reason}`, ...kinds]
      .filter(Boolean)
      .map((kind) => `${source}: ${kind}`)
  })
}

const toText = (value: unknown): string => JSON.stringify(value)

/** Groups entries by place, in the order of their first entries. */
function byPlace(entries: readonly Entry[]): Map<string, Entry[]> {
  const places = new Map<string, Entry[]>()
  for (const entry of entries) {
    const earlier = places.get(entry.where)
    if (earlier) earlier.push(entry)
    else places.set(entry.where, [entry])
  }
  return places
}

/** The first place where two versions differ, for a reader; null if they are equal. */
export function findDifference(earlier: readonly Entry[], tree: readonly Entry[]): string | null {
  const [before, now] = [byPlace(earlier), byPlace(tree)]
  for (const where of new Set([...before.keys(), ...now.keys()])) {
    const [one, other] = [before.get(where) ?? [], now.get(where) ?? []]
    for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
      const path = pathOf(one[at], other[at])
      if (path === null) continue
      return [
        `${where}, number ${at + 1} of this step: ${path || 'the whole of it'} differs`,
        `  earlier  ${show(one[at])}`,
        `  tree     ${show(other[at])}`,
        ...listOf('earlier', one),
        ...listOf('tree', other),
      ].join('\n')
    }
  }
  return null
}

const show = (entry: Entry | undefined): string =>
  entry ? `+${entry.at} ms ${JSON.stringify(entry.seen)}` : '(nothing)'

function listOf(version: string, entries: readonly Entry[]): string[] {
  return [`All of it, ${version}:`, ...entries.map((entry) => `  ${show(entry).slice(0, 2_000)}`)]
}

/** Returns the path of the first difference of two values, or null if they are equal. */
function pathOf(one: unknown, other: unknown, path = ''): string | null {
  if (Object.is(one, other)) return null
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return path
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = pathOf(Reflect.get(one, key), Reflect.get(other, key), `${path}.${key}`)
    if (found !== null) return found
  }
  return Array.isArray(one) === Array.isArray(other) ? null : path
}
