import { env } from 'cloudflare:workers'
import { toThumbnail } from '#contract/face.ts'
import { mintMediaKey } from '#worker/media/keys.ts'

/** Keeps a photo with its thumbnail in R2, as an upload does. `keys`: of both. */
export async function keepPhoto(text = 'x'): Promise<{ keys: string[]; path: string }> {
  const key = mintMediaKey('profiles', 'image/webp')
  const httpMetadata = { contentType: 'image/webp' }
  await env.MEDIA.put(key, `whole ${text}`, { httpMetadata })
  await env.MEDIA.put(toThumbnail(key), `small ${text}`, { httpMetadata })
  return { keys: [key, toThumbnail(key)], path: `/media/${key}` }
}

/** How many of these R2 has. */
export async function countKept(keys: readonly string[]): Promise<number> {
  return (await Promise.all(keys.map((key) => env.MEDIA.head(key)))).filter(Boolean).length
}
