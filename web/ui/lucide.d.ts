/**
 * Each icon comes from its own file: past the package's index the bundler would not see which page needs
 * which, and Node would read all 1,700.
 */
declare module 'lucide/dist/esm/icons/*.mjs' {
  import type { IconNode } from 'lucide'

  const shapes: IconNode
  export default shapes
}
