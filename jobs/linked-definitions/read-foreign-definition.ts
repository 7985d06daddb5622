import { requestJson } from '../../connectors/http/source.ts';
import { refuse } from '../../domain/errors.ts';
import { objectOf } from '../../domain/standards/json-value.ts';
import type { JsonObject } from '../../domain/standards/json-value.ts';

/** Media type of a property of ODCS, as tools for data contracts ask for it. */
const odcsType = 'application/vnd.entropydata.odcs+json';

/** Far more than a property needs. */
const limitBytes = 1024 * 1024;

/** Bounds of reading definitions of other catalogs. */
export type ForeignReading = {
  allowedHosts: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
};

/**
 * Reads a definition of another catalog, without credentials. Rejects with a reason for people: hosts that are not in
 * ALLOWED_HOSTS, answers that come too late, are redirects, or are no property of ODCS.
 */
export async function readForeignDefinition(
  url: string,
  { allowedHosts, timeoutMs, signal }: ForeignReading,
): Promise<JsonObject> {
  const answer = await requestJson({
    method: 'GET',
    url,
    headers: { accept: odcsType },
    allowedHosts,
    timeoutMs,
    limitBytes,
    // The time for all links of a contract is short; another attempt would take it from the next link.
    isOnce: true,
    signal,
  });
  return propertyOf(answer);
}

/** The types of the members of a property, as datacontract-cli requires them; every member may be null. */
const members = {
  string: [
    'description',
    'businessName',
    'physicalName',
    'physicalType',
    'logicalType',
    'semanticType',
    'classification',
    'encryptedName',
    'transformLogic',
    'transformDescription',
  ],
  boolean: ['primaryKey', 'required', 'unique', 'partitioned', 'criticalDataElement', 'deprecated'],
  number: ['primaryKeyPosition', 'partitionKeyPosition'],
  object: ['logicalTypeOptions', 'map'],
  list: [
    'tags',
    'synonyms',
    'customProperties',
    'transformSourceObjects',
    'examples',
    'enum',
    'relationships',
    'quality',
  ],
} as const;

const types = new Map(
  Object.entries(members).flatMap(([type, names]) => names.map((name) => [name as string, type])),
);

/** The known members of an answer, which must be there and of their types. */
function propertyOf(answer: unknown): JsonObject {
  const known = Object.entries(objectOf(answer) ?? {}).filter(([name]) => types.has(name));
  if (known.length === 0) refuse('source_failed', 'the answer has no member of a property of ODCS');
  for (const [name, value] of known) {
    const type = Array.isArray(value) ? 'list' : typeof value;
    const wanted = types.get(name);
    if (value === null || type === wanted) continue;
    refuse('source_failed', `the answer is no property of ODCS: ${name} must be a ${wanted}`);
  }
  return Object.fromEntries(known);
}
