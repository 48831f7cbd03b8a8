// biome-ignore lint/suspicious/noExplicitAny: any function, whatever it takes
type Act = (...values: any[]) => unknown

/** What an act of a binding is: not a promise's own methods, and nothing that is not called. */
const isAct = (value: unknown): value is Act => typeof value === 'function'

/**
 * The Worker's bindings as they are from Brazil: each call is a trip that takes its time. Calls that
 * are under way together are one trip; one that begins when none is had to wait for the last.
 */
export class FarBindings {
  /** How many trips had to wait for one another. */
  trips = 0
  readonly #tripMs: number
  readonly #near: Env
  #underWay = 0

  constructor(near: Env, tripMs: number) {
    this.#near = near
    this.#tripMs = tripMs
  }

  /** The bindings that are far away; the built files lie where the Worker runs. */
  get env(): Pick<Env, 'DB' | 'MEDIA' | 'BAR_ROOM' | 'MONITOR' | 'LOGIN_GATE'> {
    const { DB, MEDIA, BAR_ROOM, MONITOR, LOGIN_GATE } = this.#near
    return {
      DB: this.#database(DB),
      MEDIA: this.#far(MEDIA, ['get', 'put', 'delete', 'head', 'list']),
      BAR_ROOM: this.#objects(BAR_ROOM),
      MONITOR: this.#objects(MONITOR),
      LOGIN_GATE: this.#objects(LOGIN_GATE),
    }
  }

  async #travel<T>(act: () => T): Promise<Awaited<T>> {
    if (this.#underWay === 0) this.trips += 1
    this.#underWay += 1
    try {
      await scheduler.wait(this.#tripMs)
      return await act()
    } finally {
      this.#underWay -= 1
    }
  }

  #database(database: D1Database): D1Database {
    const near = new WeakMap<object, D1PreparedStatement>()
    const statement = (one: D1PreparedStatement): D1PreparedStatement => {
      const far = this.#far(one, ['run', 'all', 'first', 'raw'], {
        bind: (...values: unknown[]) => statement(one.bind(...values)),
      })
      near.set(far, one)
      return far
    }
    return this.#far(database, ['exec'], {
      prepare: (text: string) => statement(database.prepare(text)),
      batch: (all: D1PreparedStatement[]) =>
        this.#travel(() => database.batch(all.map((one) => near.get(one) ?? one))),
    })
  }

  /** Every method of an object is a trip. */
  #objects<T extends Rpc.DurableObjectBranded | undefined>(
    namespace: DurableObjectNamespace<T>,
  ): DurableObjectNamespace<T> {
    const { getByName } = this.#far(namespace, [])
    return this.#far(namespace, [], {
      getByName: (...values: Parameters<typeof getByName>) =>
        this.#far(namespace.getByName(...values), 'all'),
    })
  }

  #far<T extends object>(
    near: T,
    far: string[] | 'all',
    own: Record<string, (...values: never[]) => unknown> = {},
  ): T {
    return new Proxy(near, {
      get: (_, name) => {
        const ownAct = own[String(name)]
        if (ownAct) return ownAct
        const value: unknown = Reflect.get(near, name, near)
        if (!isAct(value) || name === 'then') return value
        const isFar = far === 'all' || far.includes(String(name))
        // Called on the object itself: a binding's methods know their own.
        const act = (...values: unknown[]) => (near as Record<PropertyKey, Act>)[name]?.(...values)
        return isFar ? (...values: unknown[]) => this.#travel(() => act(...values)) : act
      },
    })
  }
}
