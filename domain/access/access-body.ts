import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { JsonObject } from '../../lib/json/json.ts';
import { refuse } from '../errors.ts';
import type { Violation } from '../errors.ts';
import { optional, optionalText, optionalTexts, requiredText, textMap } from '../kinds/resource.ts';
import { assertNoViolations, validateWith } from '../validation/validation.ts';
import { endOf, isDay, parseDayOrInstant, readEnd, readStart } from './access-dates.ts';
import type { AccessEnd, AccessStart } from './access-dates.ts';

const date = (description: string) => optionalText(`${description}: YYYY-MM-DD, or a date-time`);

const consumerMembers = {
  teamId: optionalText('The consuming team'),
  userId: optionalText('The consuming person: an e-mail address'),
  dataProductId: optionalText('The consuming data product'),
};

/** The consumer of a port: a team, a person, or a data product. */
export const consumerSchema = Type.Object(consumerMembers, {
  $id: 'AccessConsumer',
  additionalProperties: true,
});

/** The body of an access; members that the server sets are ignored. */
export const accessWriteSchema = Type.Object(
  {
    id: optionalText('Chosen by the caller; equals the path id'),
    info: Type.Object(
      {
        purpose: requiredText('What it is used for'),
        individualAgreements: optionalText(),
        status: optional(
          Type.Unsafe<string>({
            type: 'string',
            enum: ['requested', 'approved', 'rejected'],
            description: 'approved and rejected need the permission ACCESS_APPROVE',
          }),
        ),
        startDate: date('First day, UTC'),
        endDate: date('Last active day, UTC'),
        nextReassessmentDate: optionalText('When it is to be looked at again: YYYY-MM-DD'),
      },
      { additionalProperties: true },
    ),
    provider: Type.Object(
      {
        dataProductId: requiredText('The data product'),
        outputPortId: requiredText('Its output port: the id, else the name'),
      },
      { additionalProperties: true },
    ),
    consumer: Type.Object(consumerMembers, { additionalProperties: true }),
    roles: optionalTexts,
    tags: optionalTexts,
    links: textMap,
    custom: textMap,
  },
  { $id: 'AccessWrite', additionalProperties: true },
);

type AccessText = Static<typeof accessWriteSchema>;

/** Members set by the server: removed before storing, added when read. */
const ownMembers = ['provisioning', 'lifecycle'];
const ownInfoMembers = [
  'status',
  'active',
  'deactivateAt',
  'requestedAt',
  'requestedBy',
  'requestedByName',
  'decidedAt',
  'decidedBy',
  'decidedByName',
  'decisionNote',
  'changeRequestedAt',
];
const ownProviderMembers = [
  'teamId',
  'teamName',
  'dataProductName',
  'outputPortName',
  'dataContractId',
  'dataContractVersion',
];
const ownConsumerMembers = ['teamName', 'userName', 'dataProductName'];

/** The consumer as given in a body. */
export type NamedConsumer =
  | { type: 'team'; teamId: string }
  | { type: 'user'; userId: string }
  | { type: 'dataproduct'; dataProductId: string };

/** A checked body: `stored` is the part to store, the other members are the requested values. */
export type AccessChangeRequest = {
  stored: JsonObject;
  status: 'requested' | 'approved' | 'rejected' | undefined;
  dataProductId: string;
  outputPortId: string;
  consumer: NamedConsumer;
  start: AccessStart | undefined;
  end: AccessEnd | undefined;
  /** The dates as written, to detect whether a later body changes them. */
  startText: string | undefined;
  endText: string | undefined;
  reassessOn: string | undefined;
};

/**
 * Reads the body of an access; refuses with `invalid_body` and all violations. The text `unknown`, which other
 * systems fill in, counts as absent.
 */
export function readAccessBody(document: JsonObject): AccessChangeRequest {
  const violations = validateWith(accessWriteSchema, document);
  assertNoViolations(violations, 'invalid_body');
  const text = document as AccessText;
  const { info, provider } = text;
  const consumer = readConsumer(text.consumer);
  assertNoViolations(reassessmentProblem(info.nextReassessmentDate), 'invalid_body');
  const { start, end } = readPeriod(info);
  return {
    stored: withoutOwn(document, consumer),
    status: (info.status ?? undefined) as AccessChangeRequest['status'],
    dataProductId: provider.dataProductId,
    outputPortId: provider.outputPortId,
    consumer,
    start,
    end,
    startText: info.startDate ?? undefined,
    endText: info.endDate ?? undefined,
    reassessOn: info.nextReassessmentDate ?? undefined,
  };
}

type Dates = { startDate?: string | null; endDate?: string | null };

/** The period between two dates; refuses with `invalid_body` invalid dates, and an end before the start. */
function readPeriod(info: Dates & { deactivateAt?: unknown }): {
  start: AccessStart | undefined;
  end: AccessEnd | undefined;
} {
  const { startDate, endDate } = info;
  const violations = [
    ...dateProblem('info.startDate', startDate),
    ...dateProblem('info.endDate', endDate),
  ];
  assertNoViolations(violations, 'invalid_body');
  const start = startDate ? readStart(startDate) : undefined;
  const end = exactEnd(info) ?? (endDate ? readEnd(endDate) : undefined);
  if (start && end && end.deactivateAt <= start.activateAt) {
    const message = `must not be before info.startDate (${startDate})`;
    assertNoViolations([{ field: 'info.endDate', message }], 'invalid_body');
  }
  return { start, end };
}

/**
 * The exact instant of an end date, if given: an access that ended in the middle of a day must not become
 * active until midnight when it is copied to another system.
 */
function exactEnd({
  endDate,
  deactivateAt,
}: Dates & { deactivateAt?: unknown }): AccessEnd | undefined {
  if (typeof deactivateAt !== 'string') return undefined;
  const parsed = parseDayOrInstant(deactivateAt);
  if (parsed === undefined || 'day' in parsed) return undefined;
  const end = endOf(parsed.instant);
  return end.endOn === endDate ? end : undefined;
}

function reassessmentProblem(text: string | null | undefined): Violation[] {
  if (text === undefined || text === null || isDay(text)) return [];
  return [{ field: 'info.nextReassessmentDate', message: 'must be a date (2026-01-31)' }];
}

function dateProblem(field: string, text: string | null | undefined): Violation[] {
  if (text === undefined || text === null || parseDayOrInstant(text)) return [];
  return [{ field, message: 'must be a date (2026-01-31) or a date-time (2026-01-31T12:00:00Z)' }];
}

/** The consumer in a body; refuses with `invalid_body` a missing consumer, or a team beside a person. */
export function readConsumer(consumer: Static<typeof consumerSchema>): NamedConsumer {
  const { teamId, userId, dataProductId } = Object.fromEntries(
    Object.entries(consumer).filter(
      ([, value]) => value !== null && value !== 'unknown' && value !== '',
    ),
  ) as Partial<Record<keyof typeof consumerMembers, string>>;
  if (userId !== undefined && (teamId ?? dataProductId) !== undefined) {
    const message = 'must not have a userId together with a teamId or a dataProductId';
    refuse('invalid_body', `'consumer' ${message}.`, {
      violations: [{ field: 'consumer', message }],
    });
  }
  if (dataProductId !== undefined) return { type: 'dataproduct', dataProductId };
  if (teamId !== undefined) return { type: 'team', teamId };
  if (userId !== undefined) return { type: 'user', userId };
  return refuse('invalid_body', "'consumer' must name a teamId, a userId or a dataProductId.", {
    violations: [{ field: 'consumer', message: 'must name a teamId, a userId or a dataProductId' }],
  });
}

function withoutOwn(document: JsonObject, consumer: NamedConsumer): JsonObject {
  const { info, provider } = document as Record<'info' | 'provider', JsonObject>;
  const { type: _, ...named } = consumer;
  return {
    ...without(document, ownMembers),
    info: without(info, ownInfoMembers),
    provider: without(provider, ownProviderMembers),
    consumer: {
      ...without(document.consumer as JsonObject, [
        ...Object.keys(consumerMembers),
        ...ownConsumerMembers,
      ]),
      ...named,
    },
  };
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Ids that would collide with other paths. */
const takenIds = ['expected-grants', 'alerts', 'drift', 'consumer-counts'];

/** Refuses with `invalid_id` ids whose path leads to another resource. */
export function assertReadableId(id: string): void {
  if (!takenIds.includes(id)) return;
  refuse('invalid_id', `'${id}' is the name of a list and cannot be the id of an access.`);
}
