import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';

type Bound = { perCaller: number; perOrganization: number; words: string };

/**
 * Limits of concurrent requests of a kind in this process, for one caller (key, session or contact) and for one
 * organization, so that others still get through. They are far above normal use. Shared limits of the process:
 * 500 requests that wait for work (tests and code generations together), 250 event streams, and four dry runs
 * at a time with 100 waiting. Uploads and exports last as long as their clients are slow, and have no shared
 * limit. A test compares the bounds with docs/operating.md.
 */
export const bounds = {
  tests: { perCaller: 200, perOrganization: 300, words: 'tests' },
  generations: { perCaller: 250, perOrganization: 300, words: 'code generations' },
  rehearsals: { perCaller: 50, perOrganization: 80, words: 'dry runs' },
  uploads: { perCaller: 20, perOrganization: 60, words: 'uploads' },
  exports: { perCaller: 10, perOrganization: 30, words: 'exports' },
  streams: { perCaller: 100, perOrganization: 200, words: 'event streams' },
} as const satisfies Record<string, Bound>;

export type BoundedKind = keyof typeof bounds;

/**
 * Counts one more request of the kind for the caller and returns its release, which may be called twice.
 * Refuses with `too_many_requests` if a limit is reached.
 */
export type EnterBounds = (kind: BoundedKind, principal: Principal) => () => void;

/** Creates the counters of this process. */
export function createBounds(): EnterBounds {
  const running = new Map<string, number>();
  const count = (name: string): number => running.get(name) ?? 0;
  const add = (name: string, change: 1 | -1): void => {
    const sum = count(name) + change;
    if (sum === 0) running.delete(name);
    else running.set(name, sum);
  };
  return (kind, { organizationId, name }) => {
    const { perCaller, perOrganization, words } = bounds[kind];
    const all = `${kind} ${organizationId}`;
    const own = `${all} ${name}`;
    if (count(own) >= perCaller) refuseMore(`You have ${perCaller} ${words}`);
    if (count(all) >= perOrganization)
      refuseMore(`Your organization has ${perOrganization} ${words}`);
    for (const each of [own, all]) add(each, 1);
    let isIn = true;
    return () => {
      if (isIn) for (const each of [own, all]) add(each, -1);
      isIn = false;
    };
  };
}

function refuseMore(what: string): never {
  return refuse(
    'too_many_requests',
    `${what} running at once and may have no more; wait for one to end, and try again.`,
  );
}
