import type { Finding } from '../findings.ts';
import type { FuzzRequest } from '../generate/request.ts';
import type { Outcome } from '../send/send-request.ts';

/** Counts of answers. */
export type Tally = {
  count: (request: FuzzRequest, outcome: Outcome) => void;
  designed: (answer: string) => void;
  /** Counts requests that were slow among concurrent ones but are not slow alone. */
  setAside: (finding: Finding) => void;
  /** Operations with at least one success, of all requested operations. */
  coverage: () => { succeeded: number; asked: number; never: readonly string[] };
  lines: () => string[];
};

export function createTally(): Tally {
  const statuses = new Map<string, number>();
  const designed = new Map<string, number>();
  const slow = new Map<string, number>();
  const asked = new Set<string>();
  const succeeded = new Set<string>();
  const add = (map: Map<string, number>, name: string): void =>
    void map.set(name, (map.get(name) ?? 0) + 1);
  const shown = (map: ReadonlyMap<string, number>): string =>
    [...map]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, times]) => `${name} × ${times}`)
      .join(', ');
  return {
    count: ({ operation }, { kind, status }) => {
      add(statuses, status === undefined ? kind : String(status));
      asked.add(operation);
      if (status !== undefined && status < 400) succeeded.add(operation);
    },
    setAside: ({ signature }) => add(slow, signature),
    designed: (answer) => add(designed, answer),
    coverage: () => ({
      succeeded: succeeded.size,
      asked: asked.size,
      never: [...asked].filter((operation) => !succeeded.has(operation)).sort(),
    }),
    lines: () => [
      `answers: ${shown(statuses)}`,
      ...(slow.size === 0 ? [] : [`slow beside other requests, but not alone: ${shown(slow)}`]),
      `designed answers above 499: ${designed.size === 0 ? 'none' : shown(designed)}`,
    ],
  };
}
