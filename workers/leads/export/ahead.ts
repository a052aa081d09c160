/** Yields the items, and already waits for the next one while the caller works on the current one. */
export async function* ahead<Item, End>(
  items: AsyncGenerator<Item, End, void>,
): AsyncGenerator<Item, End, void> {
  let next = items.next();
  for (;;) {
    const item = await next;
    if (item.done) return item.value;
    next = items.next();
    next.catch(() => {}); // the next turn throws it
    yield item.value;
  }
}
