import { textsOf } from '../../lib/address/address-texts.ts';
import { workKinds } from '../../texts/operations/work-kinds.ts';
import type { workTexts } from '../../texts/operations/work.ts';

export type WorkState = Exclude<keyof typeof workTexts.state, 'all'>;
export type Since = Exclude<keyof typeof workTexts.sinces, 'any'>;

/** What the address of the list of work holds. */
export type WorkSearch = {
  kind?: string;
  state?: string;
  /** Part of the key or the subject. */
  q?: string;
  error?: string;
  job?: string;
  /** Exactly this key. */
  key?: string;
  /** Requested within this time: `24h`, `7d`. */
  since?: string;
};

export const workStates: readonly WorkState[] = [
  'QUEUED',
  'RUNNING',
  'FAILED',
  'DONE',
  'CANCELLED',
];
const sinceHours: Readonly<Record<Since, number>> = { '1h': 1, '24h': 24, '7d': 168 };
export const sinces = Object.keys(sinceHours) as readonly Since[];

const known: Readonly<Partial<Record<keyof WorkSearch, readonly string[]>>> = {
  kind: workKinds,
  state: workStates,
  since: sinces,
};
const names = ['kind', 'state', 'q', 'error', 'job', 'key', 'since'] as const;

/** Reads the address; what it does not know is dropped. */
export function readWorkSearch(search: Record<string, unknown>): WorkSearch {
  return Object.fromEntries(
    names.flatMap((name) => {
      const [value] = textsOf(search[name]);
      const isKnown = value !== undefined && (known[name]?.includes(value) ?? true);
      return isKnown ? [[name, value]] : [];
    }),
  );
}

/** The address without empty members. */
export function withFilter(search: WorkSearch, name: keyof WorkSearch, value: string): WorkSearch {
  const { [name]: _before, ...others } = search;
  return value === '' ? others : { ...others, [name]: value };
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The filter of the API; a relative time begins at a whole minute, so that a page keeps asking the same. */
export function filterOf(search: WorkSearch, now: Date) {
  const { kind, state, q, error, job, key, since } = search;
  const begin =
    Math.floor(now.getTime() / minuteMs) * minuteMs - (sinceHours[since as Since] ?? 0) * hourMs;
  return {
    ...(kind !== undefined && { kind: kind as 'mail' }),
    ...(state !== undefined && { state: state as 'FAILED' }),
    ...(q !== undefined && { subject: q }),
    ...(error !== undefined && { error }),
    ...(job !== undefined && { job }),
    ...(key !== undefined && { key }),
    ...(since !== undefined && { from: new Date(begin).toISOString() }),
  };
}

export type WorkFilter = ReturnType<typeof filterOf>;
