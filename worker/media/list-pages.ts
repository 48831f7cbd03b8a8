/** Lists the objects of a bucket whose keys begin with `prefix`, a thousand at a time. */
export async function* listPages(bucket: R2Bucket, prefix: string): AsyncGenerator<R2Object[]> {
  let cursor: string | undefined
  do {
    const page = await bucket.list(cursor ? { prefix, cursor } : { prefix })
    yield page.objects
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
}
