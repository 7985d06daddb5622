import { hashDocument, parseDocument } from './parse-document.ts';
import { locateViolations } from './locate-violations.ts';
import type { ParsedDocument, SentText } from './parse-document.ts';
import { refuse } from '../errors.ts';
import { kindNamed } from '../kinds/index.ts';
import type { DocumentKind, DocumentReference, Extract } from '../kinds/kind.ts';
import { toSearchEntry } from '../kinds/document-head.ts';
import type { SearchEntry } from '../kinds/document-head.ts';
import { endOfDay } from '../standards/deprecated-format.ts';
import type { DeprecatedFormat } from '../standards/deprecated-format.ts';
import type { TestSchedule } from '../contract-tests/schedule.ts';
import type { JsonObject } from '../../lib/json/json.ts';

/** Kind and id of the document to read, and the last day (`2026-12-31`) on which deprecated formats are accepted. */
export type DocumentAddress = {
  kind: string;
  id: string;
  now: Date;
  deprecatedFormatsUntil?: string | undefined;
};

/**
 * Facts from a document in the form of the table columns; potentially long lists are JSON or have a maximum
 * length.
 */
export type DocumentFacts = Pick<Extract, 'name' | 'status' | 'archetype' | 'owner'> &
  SearchEntry & {
    /** A JSON list. */
    tags: string;
    /** Undefined for kinds without references. */
    references: DocumentReference[] | undefined;
    /** Error for an owner team that does not exist. */
    ownerProblem: ReturnType<DocumentKind['ownerProblem']>;
    deprecatedFormat: DeprecatedFormat | undefined;
    unknownMembers: string[];
    /** Further sentences for the warnings of the answer. */
    notices: string[];
    timing: TestSchedule | undefined;
    /** Tags that the managed tags policy of the organization governs. */
    governedTags: string[];
    /** Names of its ports. */
    ports: string[];
  };

/** A valid document with everything that a write needs, so that it is parsed only once. */
export type DocumentContent = Omit<ParsedDocument, 'document'> & {
  /** Absent when the document was read in another process: copying takes longer than parsing. */
  document?: JsonObject;
  /** SHA-256 in hexadecimal. */
  contentHash: string;
  facts: DocumentFacts;
};

/**
 * Reads a text as a document of its kind. Refuses like `parseDocument`, refuses expired formats, and refuses
 * with `invalid_document` violations of the kind's rules; violations in YAML have their line and column.
 */
export function readDocument(sent: SentText, address: DocumentAddress): DocumentContent {
  const kind = kindNamed(address.kind);
  try {
    return contentOf(parseDocument(sent, address.id, kind), address);
  } catch (error) {
    throw locateViolations(error, sent);
  }
}

/** Like `readDocument` for a parsed text. */
export function contentOf(parsed: ParsedDocument, address: DocumentAddress): DocumentContent {
  const kind = kindNamed(address.kind);
  const { document } = parsed;
  assertFormatAccepted(kind, document, address);
  assertValid(kind, document);
  const contentHash = hashDocument(document, kind.unversioned).toString('hex');
  return { ...parsed, contentHash, facts: factsOf(kind, address.id, document) };
}

/** Refuses with `invalid_document` unless the document follows the rules of its kind. */
export function assertValid(kind: DocumentKind, document: JsonObject): void {
  const violations = kind.validate(document);
  if (violations.length === 0) return;
  const [first] = violations;
  const message = `This is not a valid ${kind.title}: ${first?.field} ${first?.message}.`;
  refuse('invalid_document', message, { violations });
}

/** Refuses documents in a deprecated format after its last day (in UTC), if it has one. */
function assertFormatAccepted(
  kind: DocumentKind,
  document: JsonObject,
  { deprecatedFormatsUntil: until, now }: DocumentAddress,
): void {
  const format = kind.deprecatedFormat?.(document);
  if (format === undefined || until === undefined || now <= endOfDay(until)) return;
  refuse(
    'invalid_document',
    `A ${kind.title} written by ${format.title}, which is deprecated, was accepted until ${until}: send ${format.instead}.`,
  );
}

/** Each reference costs a row or an event in one transaction. */
const maxReferences = 25_000;

/** Maximum number of members in a warning, which must fit into a header. */
const maxUnknownMembers = 500;

function factsOf(kind: DocumentKind, id: string, document: JsonObject): DocumentFacts {
  const extract = kind.extract(document);
  const { name, status, archetype, owner } = extract;
  const { references } = extract;
  const ports = kind.ports ? [...kind.ports.list(document).keys()] : [];
  assertNotTooMany('other documents', references?.length ?? 0);
  assertNotTooMany('ports', ports.length);
  return {
    name,
    status,
    archetype,
    owner,
    tags: JSON.stringify(extract.tags),
    ...toSearchEntry(id, extract),
    references,
    ownerProblem: kind.ownerProblem(owner.candidates, document),
    deprecatedFormat: kind.deprecatedFormat?.(document),
    unknownMembers: kind.unknownMembers(document).slice(0, maxUnknownMembers),
    notices: kind.notices?.(document) ?? [],
    timing: kind.timing?.(document),
    governedTags: extract.governedTags ?? [],
    ports,
  };
}

function assertNotTooMany(what: string, count: number): void {
  if (count <= maxReferences) return;
  refuse(
    'invalid_document',
    `A document may have at most ${maxReferences} ${what}, but this one has ${count}: split it into several.`,
  );
}
