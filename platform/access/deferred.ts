/** A promise with its functions, as `Promise.withResolvers`, which Node 20 does not have. A rejection may stay unhandled. */
export function deferred<T>() {
  let resolve = (_: T) => {};
  let reject = (_: unknown) => {};
  const promise = new Promise<T>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}
