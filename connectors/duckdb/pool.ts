import { startDuckdbChild } from './child.ts';
import type { DuckdbChild } from './child.ts';

/** Idle processes that are kept for the next session, because starting one takes 0.2 s. */
const maxIdle = 2;

/** An idle process ends after this time. */
const idleMs = 60_000;

/** A process that holds more memory than this after a session is replaced: allocators may not return everything. */
const maxIdleBytes = 256 * 1024 ** 2;

/** A session that takes longer to close is ended together with its process. */
const closeMs = 5_000;

type Idle = { child: DuckdbChild; timer: NodeJS.Timeout };

const idle: Idle[] = [];

/** A DuckDB process without a session, used by the caller alone; `isFresh` when it was started for this call. */
export function takeDuckdbChild(): { child: DuckdbChild; isFresh: boolean } {
  for (let warm = idle.pop(); warm !== undefined; warm = idle.pop()) {
    clearTimeout(warm.timer);
    if (warm.child.hasEnded()) continue;
    warm.child.keepAlive(true);
    return { child: warm.child, isFresh: false };
  }
  return { child: startDuckdbChild(), isFresh: true };
}

/** Closes the session of a process, and keeps the process if possible. */
export async function giveBackDuckdbChild(child: DuckdbChild): Promise<void> {
  const timer = setTimeout(() => void child.kill(), closeMs);
  const left = await child.ask({ command: 'close' }).catch(() => undefined);
  clearTimeout(timer);
  if (typeof left !== 'number' || left > maxIdleBytes || idle.length >= maxIdle) {
    return child.kill();
  }
  child.keepAlive(false);
  const end = setTimeout(() => {
    const place = idle.findIndex((each) => each.child === child);
    if (place >= 0) idle.splice(place, 1);
    void child.kill();
  }, idleMs).unref();
  idle.push({ child, timer: end });
}
