import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';

const minuteMs = 60_000;

/** Counts a message of an agent, or refuses it with `too_many_requests`. */
export type CountMessage = (organizationId: OrganizationId, perMinute: number) => void;

/** Creates the counters of this process: messages of each organization in the current minute. */
export function createRateLimit(now: () => Date): CountMessage {
  let minute = 0;
  const counts = new Map<OrganizationId, number>();
  return (organizationId, perMinute) => {
    const time = now().getTime();
    const current = Math.floor(time / minuteMs);
    if (current !== minute) counts.clear();
    minute = current;
    const count = counts.get(organizationId) ?? 0;
    if (count >= perMinute) {
      const retryAfterSeconds = Math.ceil(((current + 1) * minuteMs - time) / 1_000);
      refuse(
        'too_many_requests',
        `Agents of your organization have sent ${perMinute} messages within a minute: try again in ${retryAfterSeconds} s.`,
        { extra: { retryAfterSeconds } },
      );
    }
    counts.set(organizationId, count + 1);
  };
}
