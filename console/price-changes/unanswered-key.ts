/**
 * The idempotency key of a request that has had no answer yet. The same click again sends the same key, so that the change happens once
 * although the first answer was lost.
 */
export class UnansweredKey {
  #request = '';
  #key = '';

  /** The key of this request: another request has another one. */
  of(request: unknown): string {
    const text = JSON.stringify(request);
    if (text !== this.#request) {
      this.#request = text;
      this.#key = crypto.randomUUID();
    }
    return this.#key;
  }

  /** From now on the same request is a new one. */
  answered(): void {
    this.#request = '';
  }
}
