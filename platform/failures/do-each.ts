/**
 * Does work for one item after another. One that fails holds back no other.
 * @throws at the end if any failed
 */
export async function doEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
}
