/** Runs a function for each item, several at once. Resolves to the results in the order of `items`. */
export async function inLanes<Item, T>(
  items: Iterable<Item>,
  act: (item: Item, index: number) => Promise<T>,
  atOnce = 16,
): Promise<T[]> {
  const done: T[] = []
  const waiting = [...items].entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of waiting) done[index] = await act(item, index)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return done
}
