import { createStore } from './store.ts';

/** The sentence in the live region of the page, which screen readers speak. */
export const announced = createStore('');

const quietMs = 5_000;
let waiting: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Speaks a sentence, at most one in five seconds: of several that come meanwhile the last one is spoken. */
export function announce(sentence: string): void {
  if (timer !== undefined) {
    waiting = sentence;
    return;
  }
  announced.set(sentence);
  timer = setTimeout(() => {
    timer = undefined;
    const next = waiting;
    waiting = undefined;
    if (next !== undefined && next !== announced.get()) announce(next);
  }, quietMs);
}
