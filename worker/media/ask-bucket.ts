/** No object has this key. */
const KEY = 'health'

/** Checks that R2 answers. Writes nothing. */
export async function askBucket({ MEDIA }: Env): Promise<void> {
  await MEDIA.head(KEY)
}
