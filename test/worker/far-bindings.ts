// biome-ignore lint/suspicious/noExplicitAny: any function with any arguments
type Act = (...values: any[]) => unknown

/** Calls that stay local. Only a later call on their result makes a trip. */
const NO_TRIPS = ['prepare', 'bind', 'jurisdiction', 'getByName']

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
      DB: this.#far(DB),
      MEDIA: this.#far(MEDIA),
      BAR_ROOM: this.#far(BAR_ROOM),
      MONITOR: this.#far(MONITOR),
      LOGIN_GATE: this.#far(LOGIN_GATE),
    }
  }

  async #travel(act: () => unknown): Promise<unknown> {
    if (this.#underWay === 0) this.trips += 1
    this.#underWay += 1
    try {
      await scheduler.wait(this.#tripMs)
      return await act()
    } finally {
      this.#underWay -= 1
    }
  }

  #far<T extends object>(near: T): T {
    return new Proxy(near, {
      get: (_, name) => {
        const value: unknown = Reflect.get(near, name, near)
        if (typeof value !== 'function' || name === 'then') return value
        // Called on the object itself: a binding's methods know their own.
        const act = (...values: unknown[]) => (near as Record<PropertyKey, Act>)[name]?.(...values)
        return NO_TRIPS.includes(String(name))
          ? (...values: unknown[]) => this.#far(act(...values) as object)
          : (...values: unknown[]) => this.#travel(() => act(...values))
      },
    })
  }
}
