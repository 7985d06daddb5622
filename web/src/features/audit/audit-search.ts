import { textsOf } from '../../lib/address/address-texts.ts';
import { isBounded, readTimeRange } from '../../lib/address/time-range.ts';
import type { TimeRange } from '../../lib/address/time-range.ts';

const filterNames = ['kind', 'type', 'principal', 'subject'] as const;

export type AuditFilter = (typeof filterNames)[number];

/** What the address of the audit trail holds: filters, and the open entry. */
export type AuditSearch = TimeRange & { [Name in AuditFilter]?: string } & { entry?: string };

/** Reads the address; what it does not know is dropped. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const texts = [...filterNames, 'entry' as const].flatMap((name) => {
    const [text] = textsOf(search[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { ...readTimeRange(search), ...Object.fromEntries(texts) };
}

export const isFilteredAudit = (search: AuditSearch): boolean =>
  isBounded(search) || filterNames.some((name) => search[name] !== undefined);
