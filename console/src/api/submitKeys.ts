/**
 * Idempotency keys of one form or button. While it is not known whether a submit came through (in flight, or its
 * answer lost), sending the same input again carries the same key, so that it has one effect; after an answer,
 * the same input is a new submit.
 */
export class SubmitKeys {
  readonly #open = new Map<string, string>();
  readonly #newKey: () => string;

  constructor(newKey: () => string) {
    this.#newKey = newKey;
  }

  keyFor(input: unknown): string {
    const print = JSON.stringify(input);
    const key = this.#open.get(print) ?? this.#newKey();
    this.#open.set(print, key);
    return key;
  }

  answered(input: unknown): void {
    this.#open.delete(JSON.stringify(input));
  }
}
