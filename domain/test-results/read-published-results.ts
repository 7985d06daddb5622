import type { Static } from '@sinclair/typebox';
import { checkDocumentId } from '../validation/document-ids.ts';
import { parseObject } from '../documents/parse-document.ts';
import type { SentText } from '../documents/parse-document.ts';
import { refuse } from '../errors.ts';
import type { Violation } from '../errors.ts';
import { validateWith } from '../validation/validation.ts';
import { canonicalJson } from '../../lib/json/json.ts';
import { withMembers, withoutMembers } from '../../lib/json/text.ts';
import { storeChecks } from './store-checks.ts';
import type { StoredChecks, TestCheck } from './store-checks.ts';
import { publishedResultsSchema } from './published-results.ts';

type Published = Static<typeof publishedResultsSchema>;

/** Results in their stored form; lists are JSON. */
export type PublishedResults = {
  id: string;
  dataContractId: string;
  dataContractVersion: string;
  server: string | undefined;
  timestampStart: Date;
  timestampEnd: Date;
  result: string;
  logs: string;
  hasSamples: boolean;
  /** The text returned to clients. */
  body: string;
} & StoredChecks;

/** Maximum number of members in a warning. */
const maxUnknownMembers = 500;

/**
 * Published results, and their unknown members. The text is kept as sent, except that `runId` becomes a missing
 * `id`. Refuses invalid test results with `invalid_document`.
 */
export function readPublishedResults(sent: SentText): {
  result: PublishedResults;
  unknownMembers: string[];
} {
  const { json, document, hasDuplicates } = parseObject(sent);
  assertValid(validateWith(publishedResultsSchema, document));
  const published = document as Published;
  const id = published.id ?? published.runId ?? undefined;
  if (id === undefined) return refuseViolations([{ field: 'id', message: 'is required' }]);
  const text = hasDuplicates ? JSON.stringify(document) : json;
  const unknown = Object.keys(document).filter(
    (name) => !Object.hasOwn(publishedResultsSchema.properties, name),
  );
  const { checks, logs } = published;
  return {
    result: {
      id: checkDocumentId(id),
      dataContractId: published.dataContractId,
      dataContractVersion: published.dataContractVersion,
      server: published.server ?? undefined,
      timestampStart: instantOf('timestampStart', published.timestampStart),
      timestampEnd: instantOf('timestampEnd', published.timestampEnd),
      result: published.result,
      logs: JSON.stringify(logs ?? []),
      ...storeChecks((checks ?? []).map(toCheck)),
      // Published results are returned as sent.
      hasSamples: false,
      body: published.id === id ? text : withId(text, id),
    },
    unknownMembers: unknown.slice(0, maxUnknownMembers),
  };
}

function withId(text: string, id: string): string {
  return withMembers(withoutMembers(text, ['id']), { id: JSON.stringify(id) });
}

/** Compares JSON texts regardless of white space and the order of members. */
export function isSameJson(one: string, other: string): boolean {
  return canonicalJson(JSON.parse(one)) === canonicalJson(JSON.parse(other));
}

function toCheck(check: NonNullable<Published['checks']>[number]): TestCheck {
  return {
    type: check.type,
    result: check.result ?? 'unknown',
    model: check.model,
    field: check.field,
    body: check,
  };
}

const instantPattern =
  /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?$/;

/** Python also writes instants without a time zone; these are UTC. */
function instantOf(field: string, text: string): Date {
  const zone = instantPattern.exec(text);
  const at = new Date(zone && zone[3] === undefined ? `${text}Z` : text);
  const year = at.getUTCFullYear();
  if (zone && year >= 1 && year <= 9999) return at;
  return refuseViolations([{ field, message: 'must be a valid ISO 8601 date-time' }]);
}

function assertValid(violations: Violation[]): void {
  if (violations.length > 0) refuseViolations(violations);
}

function refuseViolations(violations: Violation[]): never {
  const [first] = violations;
  return refuse(
    'invalid_document',
    `These are not valid test results: ${first?.field} ${first?.message}.`,
    { violations },
  );
}
