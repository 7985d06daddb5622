import { canonicalJson } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Access } from './access.ts';
import type { AccessWish } from './access-body.ts';
import type { AccessPeriod } from './access-life.ts';

/** What a PUT makes of an access, apart from its status. */
export type MergedWish = {
  body: JsonObject;
  period: AccessPeriod;
  changesText: boolean;
  /** Whether it changes what both sides agreed on, dates apart: then the providing side has to agree again. */
  changesAgreement: boolean;
};

type Info = { startDate?: string | null | undefined; endDate?: string | null | undefined };

/**
 * Reads a PUT against what is stored. A date that says what it said before, or what the access shows, leaves the exact
 * instant as it is; of a decided access, one that is left out does too.
 */
export function mergeWish(access: Access, wish: AccessWish): MergedWish {
  const before = JSON.parse(access.body) as JsonObject & { info: Info };
  const said = before.info;
  const keepsStart = keepsDate(access, wish.startText, [access.startOn, said.startDate]);
  const keepsEnd = keepsDate(access, wish.endText, [access.endOn, said.endDate]);
  const start: Partial<AccessPeriod> = (keepsStart ? access : wish.start) ?? {};
  const end: Partial<AccessPeriod> = (keepsEnd ? access : wish.end) ?? {};
  const period: AccessPeriod = {
    startOn: start.startOn,
    activateAt: start.activateAt,
    endOn: end.endOn,
    deactivateAt: end.deactivateAt,
  };
  const body = withDates(wish.stored, {
    startDate: keepsStart ? said.startDate : wish.startText,
    endDate: keepsEnd ? said.endDate : wish.endText,
  });
  return {
    body,
    period,
    changesText: canonicalJson(body) !== canonicalJson(withDates(before, said)),
    changesAgreement:
      canonicalJson(agreementOf(body)) !== canonicalJson(agreementOf(before)) ||
      postpones(access.reassessOn, wish.reassessOn),
  };
}

/** What is agreed on in words and names. Tags, links and members of the clients' own making are not. */
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

/** The body with these dates in the place of its own; what has none has no member for it. */
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

/** Whether two periods begin and end at the same instants, and read alike. */
export function isSamePeriod(one: AccessPeriod, other: AccessPeriod): boolean {
  return (
    one.startOn === other.startOn &&
    one.endOn === other.endOn &&
    one.activateAt?.getTime() === other.activateAt?.getTime() &&
    one.deactivateAt?.getTime() === other.deactivateAt?.getTime()
  );
}

/** Whether a period begins earlier or ends later than the one that was agreed on. */
export function widensPeriod(agreed: AccessPeriod, period: AccessPeriod): boolean {
  const endOf = ({ deactivateAt }: AccessPeriod): number => deactivateAt?.getTime() ?? Infinity;
  const startOf = ({ activateAt }: AccessPeriod): number => activateAt?.getTime() ?? -Infinity;
  return endOf(period) > endOf(agreed) || startOf(period) < startOf(agreed);
}
