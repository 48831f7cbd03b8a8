/** Drawn by scripts/build/lucide-icons.ts. One module an icon: the import graph shows which page needs which. */
declare module 'lucide:*' {
  import type { IconShapes } from '#web/ui/icon.tsx'

  const shapes: IconShapes
  export default shapes
}
