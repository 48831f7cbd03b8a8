/** Scripts of web/start, built by scripts/build/start-scripts.ts. */
declare module 'virtual:start-scripts' {
  export const drawnPage: string
  export const undrawnPage: string
  export const continueVisit: string
  export const wayBack: string
  export const offlinePage: string
}
