import type { Expectation } from './planned-check.ts';

type VerdictOf<Kind> = Extract<Expectation, { kind: Kind }>;

/** What is known about a check before anything is read. */
export type Verdict = VerdictOf<'impossible'> | VerdictOf<'not-evaluated'>;

/** No data can pass the check. */
export function impossible(reason: string): VerdictOf<'impossible'> {
  return { kind: 'impossible', reason };
}

/** The check says nothing about the data, and why. */
export function notEvaluated(reason: string): VerdictOf<'not-evaluated'> {
  return { kind: 'not-evaluated', reason };
}
