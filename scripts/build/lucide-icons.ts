import { icons } from '@iconify-json/lucide'
import type { Plugin } from 'vite'
import { inRoot } from '../paths.ts'

const PREFIX = 'lucide:'
/** Within the package, so that its licence is served (third-party.ts). */
const MODULE = inRoot('node_modules/@iconify-json/lucide/icons.json?icon=')
/** web/ui/icon.tsx sets them on the whole icon. */
const LINES =
  'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'

/** `import Search from 'lucide:search'` imports that icon's shapes as a separate module. */
export const lucideIcons: Plugin = {
  name: 'lucide-icons',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^lucide:/ },
    handler: (source) => source.replace(PREFIX, MODULE),
  },
  load: {
    filter: { id: /lucide\/icons\.json\?icon=/ },
    handler(id) {
      const name = id.slice(MODULE.length)
      const drawing = icons.icons[name]?.body
      if (!drawing?.includes(LINES)) return this.error(`lucide has no icon of lines named ${name}`)
      return { code: `export default ${JSON.stringify(toShapes(drawing))}`, moduleType: 'js' }
    },
  },
}

/** `<path d="…"/><circle r="2"/>` as `[['path', { d: '…' }], ['circle', { r: '2' }]]`. */
const toShapes = (drawing: string) =>
  [...drawing.replace(LINES, '').matchAll(/<(\w+)([^<>]*)\/>/g)].map(([, tag, look = '']) => [
    tag,
    Object.fromEntries(
      [...look.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ),
  ])
