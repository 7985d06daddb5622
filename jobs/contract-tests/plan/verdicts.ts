import type { Expectation } from './planned-check.ts';

type VerdictOf<Kind> = Extract<Expectation, { kind: Kind }>;

/** A verdict that needs no data. */
export type Verdict = VerdictOf<'impossible'> | VerdictOf<'not-evaluated'>;

/** The check fails for all data. */
export function impossible(reason: string): VerdictOf<'impossible'> {
  return { kind: 'impossible', reason };
}

/** The check is not evaluated, with the reason. */
export function notEvaluated(reason: string): VerdictOf<'not-evaluated'> {
  return { kind: 'not-evaluated', reason };
}
