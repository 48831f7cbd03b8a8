/** One failure does not stop the others. Throws the first error after the last item. */
export function tryEach<T>(items: Iterable<T>, act: (item: T) => void): void {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      act(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
