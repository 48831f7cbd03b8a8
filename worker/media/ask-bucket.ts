/** No object has it. */
const KEY = 'health'

/** Whether R2 answers. Writes nothing. */
export async function askBucket({ MEDIA }: Env): Promise<void> {
  await MEDIA.head(KEY)
}
