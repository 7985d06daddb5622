import { createStore, useStore } from './store.ts';

const minuteMs = 60_000;
const now = createStore(new Date());
setInterval(() => now.set(new Date()), minuteMs);

/** The current time, which moves on every minute: "2 min. ago" stays true on a page that stays open. */
export function useNow(): Date {
  return useStore(now);
}
