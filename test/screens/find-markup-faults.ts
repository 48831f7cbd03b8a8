import type { HtmlElement, Plugin } from 'html-validate'
import { HtmlValidate, Rule } from 'html-validate'

/** ARIA in HTML forbids these, because the element itself tells the same. */
const NATIVE_STATES: [selector: string, attribute: string][] = [
  ['input[type="checkbox"]', 'aria-checked'],
  ['input[type="radio"]', 'aria-checked'],
  ['option', 'aria-selected'],
  ['input[type="range"]', 'aria-valuemax'],
  ['input[type="range"]', 'aria-valuemin'],
  ['progress', 'aria-valuemax'],
]
const LISTS = ['ul', 'ol', '[role="list"]']

/** Finds faults that the validator's own rules pass. */
class OwnRule extends Rule {
  override setup(): void {
    this.on('element:ready', ({ target }) => {
      for (const fault of listFaults(target)) this.report(target, fault)
    })
  }
}

function listFaults(element: HtmlElement): string[] {
  const { tagName, meta, attributes } = element
  const names = attributes.map(({ key }) => key)
  // The validator knows no attributes of SVG.
  const known = tagName === 'svg' ? null : meta?.attributes
  const unknown = known
    ? names.filter((name) => !(name in known) && !/^(?:aria|data)-/.test(name))
    : []
  const doubled = NATIVE_STATES.filter(
    ([selector, name]) => names.includes(name) && element.matches(selector),
  )
  const isEmptyList =
    LISTS.some((selector) => element.matches(selector)) &&
    (names.includes('aria-label') || names.includes('aria-labelledby')) &&
    element.childElements.length === 0
  return [
    ...unknown.map((name) => `HTML has no attribute ${name} of <${tagName}>`),
    ...doubled.map(([, name]) => `${name} repeats a state of <${tagName}>`),
    ...(isEmptyList ? ['a list with a name has no item'] : []),
    ...(tagName === 'meta' && !names.includes('charset') && !names.includes('content')
      ? ['<meta> has no content']
      : []),
  ]
}

const own: Plugin = { name: 'own', rules: { own: OwnRule } }
/** Open Graph has `property`; of `media` the validator does not know yet. */
const elements = ['html5', { meta: { attributes: { property: {}, media: {} } } }]

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  plugins: [own],
  elements,
  rules: { own: 'error', 'no-unknown-elements': 'error' },
})

/** Lists violations of the HTML standard in a page, one line each, with the markup at that place. */
export async function findMarkupFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const lines = html.split('\n')
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => {
      const there = lines[line - 1]?.slice(Math.max(0, column - 20), column + 60)
      return `${ruleId}: ${message}: ${there}`
    }),
  )
}
