import type { Stage } from './stage.ts'

/** One state of one screen, and how it is reached. */
export interface Scene {
  title: string
  /** Which of the gallery's bars it plays in. */
  bar?: 'plain' | 'long' | 'pictured' | 'closed'
  /** One of the few that stand for all where time is short. */
  sample?: boolean
  /** Photographed from its top to its end, and not as far as a screen goes. */
  isWhole?: boolean
  /** Shown on a large screen on a wall too. */
  isOnWall?: boolean
  play: Play
}

/** Resolves once there is to see what is to be seen. */
export type Play = (stage: Stage) => Promise<unknown>

export type Scenes = Record<string, Scene>

/** Opens a page, and goes on from there. */
export const opens =
  (path: string | ((stage: Stage) => string), then?: Play): Play =>
  async (stage) => {
    await stage.open(typeof path === 'string' ? path : path(stage))
    await then?.(stage)
  }

export const press =
  (name: string | RegExp): Play =>
  ({ page }) =>
    page.getByRole('button', { name }).first().click()

export const fill =
  (label: string | RegExp, text: string): Play =>
  ({ page }) =>
    page.getByRole('textbox', { name: label }).fill(text)

/** Waits for words that can be seen. */
export const shows =
  (text: string | RegExp): Play =>
  ({ page }) =>
    page.getByText(text).filter({ visible: true }).first().waitFor()

export const showsDialog: Play = ({ page }) => page.getByRole('dialog').waitFor()

/** One after the other. */
export const first =
  (...steps: Play[]): Play =>
  async (stage) => {
    for (const step of steps) await step(stage)
  }

/** A kind in camelCase is kebab-case in the name of a scene. */
export function toSceneName(screen: string, kind: string): string {
  return `${screen}-${kind.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Scenes of one screen, one for each of its kinds. */
export function perKind(screen: string, kinds: Record<string, Scene>): Scenes {
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, scene]) => [toSceneName(screen, kind), scene]),
  )
}
