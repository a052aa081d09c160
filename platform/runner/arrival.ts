/** Lets a caller wait for a promise repeatedly without adding a handler each time: it may be pending for days. */
export function arrivalOf<T>(promise: Promise<T>) {
  let arrived = false;
  let wake = () => {};
  const arrive = () => {
    arrived = true;
    wake();
  };
  promise.then(arrive, arrive);
  return {
    promise,
    /** Whether it settles within `ms` milliseconds. */
    within: (ms: number) =>
      new Promise<boolean>((resolve) => {
        if (arrived) return resolve(true);
        const timer = setTimeout(() => resolve(false), ms);
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
      }),
  };
}
