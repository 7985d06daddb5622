import type { Static } from '@sinclair/typebox';
import { checkDocumentId } from '../domain/document-ids.ts';
import { refuse } from '../domain/errors.ts';
import type { Violation } from '../domain/errors.ts';
import { validateWith } from '../domain/validation.ts';
import type { PublishTestResults } from '../commands/contract-tests/publish-test-results.ts';
import { withMembers, withoutMembers } from '../lib/json-text.ts';
import { headerValue } from './header-values.ts';
import { parseObject } from './parse-document.ts';
import type { RawBody } from './route.ts';
import { publishedResultsSchema } from './schemas/published-results.ts';
import { unknownMembersWarning } from './warnings.ts';

type Published = Static<typeof publishedResultsSchema>;

/**
 * Published results and what to warn of. The text is kept as it was sent, except that `runId` becomes the `id` when
 * that is missing. Refuses with `invalid_document` what is no test result.
 */
export async function readPublishedResults(
  raw: RawBody,
): Promise<{ result: PublishTestResults['result']; warnings: string | undefined }> {
  const { json, document, hasDuplicates } = await parseObject(raw);
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
      logs: logs ?? [],
      checks: (checks ?? []).map(toCheck),
      body: published.id === id ? text : withId(text, id),
    },
    warnings: unknown.length > 0 ? headerValue(unknownMembersWarning(unknown)) : undefined,
  };
}

function withId(text: string, id: string): string {
  return withMembers(withoutMembers(text, ['id']), { id: JSON.stringify(id) });
}

function toCheck(
  check: NonNullable<Published['checks']>[number],
): PublishTestResults['result']['checks'][number] {
  return {
    type: check.type,
    result: check.result ?? 'unknown',
    model: check.model ?? undefined,
    field: check.field ?? undefined,
    body: check,
  };
}

const instantPattern =
  /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?$/;

/** Python writes instants without a zone too; they are UTC. */
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
    `These are no valid test results: ${first?.field} ${first?.message}.`,
    { violations },
  );
}
