import { canonicalJson } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Access } from './access.ts';
import type { AccessChangeRequest } from './access-body.ts';
import type { AccessPeriod } from './access-life.ts';

/** The effect of a PUT on an access, apart from its status. */
export type MergedRequest = {
  body: JsonObject;
  period: AccessPeriod;
  changesText: boolean;
  /** True if it changes anything but dates that both sides agreed on: then the provider must agree again. */
  changesAgreement: boolean;
};

type Info = { startDate?: string | null | undefined; endDate?: string | null | undefined };

/**
 * Merges a PUT into the stored access. A date that is unchanged, or equals the shown date, keeps the exact
 * instant; after the decision, an omitted date does too.
 */
export function mergeRequest(access: Access, request: AccessChangeRequest): MergedRequest {
  const before = JSON.parse(access.body) as JsonObject & { info: Info };
  const said = before.info;
  const keepsStart = keepsDate(access, request.startText, [access.startOn, said.startDate]);
  const keepsEnd = keepsDate(access, request.endText, [access.endOn, said.endDate]);
  const start: Partial<AccessPeriod> = (keepsStart ? access : request.start) ?? {};
  const end: Partial<AccessPeriod> = (keepsEnd ? access : request.end) ?? {};
  const period: AccessPeriod = {
    startOn: start.startOn,
    activateAt: start.activateAt,
    endOn: end.endOn,
    deactivateAt: end.deactivateAt,
  };
  const body = withDates(request.stored, {
    startDate: keepsStart ? said.startDate : request.startText,
    endDate: keepsEnd ? said.endDate : request.endText,
  });
  return {
    body,
    period,
    changesText: canonicalJson(body) !== canonicalJson(withDates(before, said)),
    changesAgreement:
      canonicalJson(agreementOf(body)) !== canonicalJson(agreementOf(before)) ||
      postpones(access.reassessOn, request.reassessOn),
  };
}

/** The agreed members. Tags, links and custom members are not part of the agreement. */
function agreementOf({ info, provider, consumer, roles }: JsonObject): JsonObject {
  const { purpose, individualAgreements } = info as JsonObject;
  return {
    purpose: purpose ?? null,
    individualAgreements: individualAgreements ?? null,
    provider: provider ?? null,
    consumer: consumer ?? null,
    roles: roles ?? [],
  };
}

function postpones(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && (after === undefined || after > before);
}

function keepsDate(
  { state }: Access,
  text: string | undefined,
  known: readonly (string | null | undefined)[],
): boolean {
  return text === undefined ? state !== 'requested' : known.includes(text);
}

/** The body with these dates instead of its own; missing dates have no member. */
function withDates(body: JsonObject, { startDate, endDate }: Info): JsonObject {
  const { startDate: _start, endDate: _end, ...info } = body.info as JsonObject;
  return {
    ...body,
    info: {
      ...info,
      ...(startDate && { startDate }),
      ...(endDate && { endDate }),
    },
  };
}

/** True if two periods start and end at the same instants, with the same text. */
export function isSamePeriod(one: AccessPeriod, other: AccessPeriod): boolean {
  return (
    one.startOn === other.startOn &&
    one.endOn === other.endOn &&
    one.activateAt?.getTime() === other.activateAt?.getTime() &&
    one.deactivateAt?.getTime() === other.deactivateAt?.getTime()
  );
}

/** True if a period starts earlier or ends later than the agreed one. */
export function widensPeriod(agreed: AccessPeriod, period: AccessPeriod): boolean {
  const endOf = ({ deactivateAt }: AccessPeriod): number => deactivateAt?.getTime() ?? Infinity;
  const startOf = ({ activateAt }: AccessPeriod): number => activateAt?.getTime() ?? -Infinity;
  return endOf(period) > endOf(agreed) || startOf(period) < startOf(agreed);
}
