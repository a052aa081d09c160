/** Returns true at every `oneIn`-th call. */
export function turns(oneIn: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % oneIn === 0;
  };
}
