import { refuse } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { endOfDay } from '../../domain/standards/deprecated-format.ts';
import type { JsonObject } from '../../lib/json.ts';

/** Refuses documents in a deprecated format whose last day (in UTC) is over; without such a day it has no end. */
export function assertFormatAccepted(
  kind: DocumentKind,
  document: JsonObject,
  { until, now }: { until: string | undefined; now: Date },
): void {
  const format = kind.deprecatedFormat?.(document);
  if (format === undefined || until === undefined || now <= endOfDay(until)) return;
  refuse(
    'invalid_document',
    `A ${kind.title} written by ${format.title}, which is deprecated, was accepted until ${until}: send ${format.instead}.`,
  );
}
