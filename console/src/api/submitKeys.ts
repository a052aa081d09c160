/**
 * Idempotency keys of one form or button. While the result of a submit is unknown (in flight, or answer
 * lost), sending the same input again uses the same key, so that it takes effect once. After an answer, the
 * same input gets a new key.
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
