import type { InputSource, Tab } from './engine.ts'
import { until } from './engine.ts'

type Role = 'button' | 'link' | 'textbox' | 'heading'
type Point = { x: number; y: number }

const CORNER: Point = { x: 8, y: 8 }

/** A code point that WebDriver takes for a key. */
export const KEYS = { enter: '\uE007', shift: '\uE008' } as const

/** A person who reads and uses a page by its accessible names, in any engine. */
export class Person {
  readonly name: string
  readonly tab: Tab

  constructor(name: string, tab: Tab) {
    this.name = name
    this.tab = tab
  }

  async click(role: Role, name: string): Promise<void> {
    const point = await this.#reach(role, name)
    await this.#drag(point, point)
  }

  /** Presses the mouse on something and releases it in the corner of the page. */
  async dragToCorner(role: Role, name: string): Promise<void> {
    await this.#drag(await this.#reach(role, name), CORNER)
  }

  async clickCorner(): Promise<void> {
    await this.#drag(CORNER, CORNER)
  }

  async #drag(from: Point, to: Point): Promise<void> {
    const actions = [
      { type: 'pointerMove', ...from },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerMove', ...to },
      { type: 'pointerUp', button: 0 },
    ]
    const mouse = { pointerType: 'mouse' } as const
    await this.tab.input({ type: 'pointer', id: 'mouse', parameters: mouse, actions })
  }

  async fill(name: string, text: string): Promise<void> {
    // A page that has just come moves the focus to its heading: a click before that is repeated.
    await until(`${this.name} has the focus in "${name}"`, async () => {
      await this.click('textbox', name)
      return this.tab.run(() => document.activeElement?.matches('input, textarea'))
    })
    await this.press(...text)
    await until(`${this.name} reads "${text}" in "${name}"`, () =>
      this.tab.run((typed) => {
        const field = document.activeElement
        return field !== null && 'value' in field && field.value === typed
      }, text),
    )
  }

  /** One after the other. */
  press(...keys: string[]): Promise<unknown> {
    return this.#key(keys.flatMap((key) => [down(key), up(key)]))
  }

  pressWithShift(key: string): Promise<unknown> {
    return this.#key([down(KEYS.shift), down(key), up(key), up(KEYS.shift)])
  }

  #key(actions: InputSource['actions']): Promise<unknown> {
    return this.tab.input({ type: 'key', id: 'keyboard', actions })
  }

  /** Waits until a text is shown, anywhere or in one list item that holds all of `texts`. */
  async sees(...texts: string[]): Promise<void> {
    await until(`${this.name} sees ${texts.join(' with ')}`, () => this.#shows(texts))
  }

  async seesNoMore(...texts: string[]): Promise<void> {
    await until(`${this.name} sees no more ${texts}`, async () => !(await this.#shows(texts)))
  }

  /** Waits for a notice or a menu that says this. It must leave most of the page free. */
  async seesLayer(text: string): Promise<void> {
    const share = await until(`${this.name} sees ${text} above the page`, () =>
      this.tab.run((wanted) => {
        const layers = [...document.querySelectorAll<HTMLElement>('[popover]:popover-open')]
        const layer = layers.find(({ textContent }) => textContent.includes(wanted))
        return layer ? layer.offsetHeight / innerHeight : null
      }, text),
    )
    if (share > 0.5) throw new Error(`"${text}" covers ${share} of the page, not less than half.`)
  }

  async seesMessages(...texts: string[]): Promise<void> {
    const wanted = JSON.stringify(texts)
    await until(`${this.name} sees exactly the messages ${wanted}`, async () => {
      const seen = await this.tab.run(() =>
        [...document.querySelectorAll<HTMLElement>('[role=log] [data-text]')].map(
          ({ textContent }) => textContent,
        ),
      )
      return JSON.stringify(seen) === wanted
    })
  }

  #shows(texts: string[]): Promise<boolean> {
    return this.tab.run((wanted) => {
      const whole = wanted.length > 1 ? 'li, [role=listitem]' : 'body'
      return [...document.querySelectorAll<HTMLElement>(whole)].some((element) =>
        // innerText leaves out hidden text, which textContent contains.
        wanted.every((text) => element.innerText.includes(text)),
      )
    }, texts)
  }

  /** Finds a point that can be pressed: on an element that is shown, uncovered, enabled and at rest. */
  #reach(role: Role, name: string): Promise<Point> {
    let before: Point | null = null
    return until(`${this.name} finds the ${role} "${name}"`, async () => {
      const now = await this.tab.run(findPoint, role, name)
      const isAtRest = now !== null && now.x === before?.x && now.y === before.y
      before = now
      return isAtRest && now
    })
  }
}

const down = (value: string) => ({ type: 'keyDown', value })
const up = (value: string) => ({ type: 'keyUp', value })

/** Runs in the page. */
function findPoint(role: Role, name: string): Point | null {
  const selectors = {
    button: 'button:enabled, [role=button]',
    link: 'a[href]',
    textbox: 'input:enabled, textarea:enabled',
    heading: 'h1, h2, h3',
  }
  // innerText, because textContent holds the texts that a button hides, too.
  const read = ({ innerText }: HTMLElement): string => innerText
  const nameOf = (element: HTMLElement): string => {
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    const said = labels.length > 0 ? labels.map(read).join(' ') : read(element)
    return (element.ariaLabel ?? said).replaceAll(/\s+/g, ' ').trim()
  }
  // A press reaches nothing under a dialog.
  const reachable = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const element = [...reachable.querySelectorAll<HTMLElement>(selectors[role])].find(
    (one) => one.checkVisibility() && nameOf(one) === name,
  )
  // A press during a view transition is lost.
  if (!element || document.querySelector('html:active-view-transition')) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  return element.contains(document.elementFromPoint(point.x, point.y)) ? point : null
}
