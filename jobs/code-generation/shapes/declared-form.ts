import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { Temporal } from './shape.ts';

/** JDK patterns of the ISO 8601 forms of dates and times, and names of these forms. */
const usual: Readonly<Record<Temporal, RegExp>> = {
  date: /^[yu]{4}-MM-dd$/,
  time: /^HH:mm:ss(?:\.S{1,9})?(?:'Z'|X{1,5}|Z{1,5})?$/,
  timestamp: /^[yu]{4}-MM-dd'T'HH:mm:ss(?:\.S{1,9})?(?:'Z'|X{1,5}|Z{1,5})?$/,
};

const named = /^(?:date|time|date-?time|timestamp|iso_?-?8601|rfc_?-?3339)$/i;

/** The form in which the contract writes a date or time, if it differs from ISO 8601. */
export function declaredForm(
  property: ContractProperty | undefined,
  temporal: Temporal,
): string | undefined {
  const format = property?.options.format;
  if (format === undefined || named.test(format)) return undefined;
  return usual[temporal].test(format) ? undefined : format;
}

const temporalKinds: ReadonlySet<unknown> = new Set(Object.keys(usual));

/** True for the kinds of dates and times. */
export const isTemporal = (kind: unknown): kind is Temporal => temporalKinds.has(kind);
