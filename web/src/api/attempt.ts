/**
 * Idempotency keys by a person's attempt, not by request. Pressing Save again after a time-out is
 * the same attempt and keeps its key, so that nothing happens twice; changing a word, a refusal or
 * a success starts a new one. Pressing it twice before there is an answer is one request, and one question for a factor.
 */
import { ApiError } from './error';

type Attempt = { body: string; key: string; running: Promise<unknown> | null };

export class Attempts {
  #open: Attempt | null = null;
  readonly #newKey: () => string;

  constructor(newKey: () => string = () => crypto.randomUUID()) {
    this.#newKey = newKey;
  }

  run<Result>(body: unknown, send: (key: string) => Promise<Result>): Promise<Result> {
    const text = JSON.stringify(body);
    if (this.#open?.body !== text) this.#open = { body: text, key: this.#newKey(), running: null };
    const attempt = this.#open;
    attempt.running ??= this.#send(attempt, send);
    return attempt.running as Promise<Result>;
  }

  async #send<Result>(attempt: Attempt, send: (key: string) => Promise<Result>): Promise<Result> {
    try {
      const result = await send(attempt.key);
      this.#close(attempt);
      return result;
    } catch (error) {
      const mayHaveHappened = error instanceof ApiError && (error.outcomeUnknown || error.code === 'UNAUTHENTICATED');
      if (mayHaveHappened) attempt.running = null;
      else this.#close(attempt);
      throw error;
    }
  }

  #close(attempt: Attempt): void {
    if (this.#open === attempt) this.#open = null;
  }
}
