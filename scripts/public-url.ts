import { readFileSync } from 'node:fs'
import { inRoot } from './paths.ts'
import { Refusal } from './refusal.ts'

/** Where the deployed site is: PUBLIC_URL of the environment, else of wrangler.toml. No slash at the end. */
export function readPublicUrl(
  env: Record<string, string | undefined> = process.env,
  toml = readFileSync(inRoot('wrangler.toml'), 'utf8'),
): string {
  const configured = /^PUBLIC_URL\s*=\s*"([^"]*)"/m.exec(toml)?.[1]
  const text = env.PUBLIC_URL ?? configured ?? ''
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:') {
    throw new Refusal(
      'Say where the site is: PUBLIC_URL in wrangler.toml, or PUBLIC_URL=https://… before the command.',
    )
  }
  return url.origin
}
