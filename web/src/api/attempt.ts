/**
 * Idempotency keys by a person's attempt, not by request. Pressing Save again after a time-out is
 * the same attempt and keeps its key, so that nothing happens twice; changing a word, a refusal or
 * a success starts a new one.
 */
import { ApiError } from './error';

export class Attempts {
  #open: { body: string; key: string } | null = null;
  readonly #newKey: () => string;

  constructor(newKey: () => string = () => crypto.randomUUID()) {
    this.#newKey = newKey;
  }

  async run<Result>(body: unknown, send: (key: string) => Promise<Result>): Promise<Result> {
    const text = JSON.stringify(body);
    if (this.#open?.body !== text) this.#open = { body: text, key: this.#newKey() };
    try {
      const result = await send(this.#open.key);
      this.#open = null;
      return result;
    } catch (error) {
      const mayHaveHappened = error instanceof ApiError && (error.outcomeUnknown || error.code === 'UNAUTHENTICATED');
      if (!mayHaveHappened) this.#open = null;
      throw error;
    }
  }
}
