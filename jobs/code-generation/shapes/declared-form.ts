import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { Moment } from './shape.ts';

/** JDK patterns of what dates and times are written like anyway, and the names of such forms. */
const usual: Readonly<Record<Moment, RegExp>> = {
  date: /^[yu]{4}-MM-dd$/,
  time: /^HH:mm:ss(?:\.S{1,9})?(?:'Z'|X{1,5}|Z{1,5})?$/,
  timestamp: /^[yu]{4}-MM-dd'T'HH:mm:ss(?:\.S{1,9})?(?:'Z'|X{1,5}|Z{1,5})?$/,
};

const named = /^(?:date|time|date-?time|timestamp|iso_?-?8601|rfc_?-?3339)$/i;

/** How the contract says that a date or time is written, where it is not written as usual. */
export function declaredForm(
  property: ContractProperty | undefined,
  moment: Moment,
): string | undefined {
  const format = property?.options.format;
  if (format === undefined || named.test(format)) return undefined;
  return usual[moment].test(format) ? undefined : format;
}

const moments: ReadonlySet<unknown> = new Set(Object.keys(usual));

/** Whether a kind is one of dates and times. */
export const isMoment = (kind: unknown): kind is Moment => moments.has(kind);
