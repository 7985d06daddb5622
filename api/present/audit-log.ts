import type { Db } from '../../db/connect.ts';
import { listReadableRevisions } from '../../db/tables/documents/revisions.ts';
import type { RevisionOf } from '../../db/tables/documents/revisions.ts';
import type { NewestEvent } from '../../db/tables/feed/newest-events.ts';
import { documentKinds } from '../../domain/kinds/index.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import {
  resourceTypes,
  scimPath,
  scimSubjectKind,
} from '../../domain/scim/schemas/resource-types.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { withEventNames } from './event-names.ts';

/** Paths of the document before and after a change, and of the document as it is now. */
type Links = { subject: string | null; before: string | null; after: string | null };

const collections = new Map(documentKinds.map(({ name, collection }) => [name, collection]));
const namespaceKind = 'semantic-namespace';
const scimPaths = new Map(
  resourceTypes.map(({ kind, endpoint }) => [scimSubjectKind(kind), `${scimPath}${endpoint}`]),
);

/** Kinds whose events have the name of their subject. */
const kindsWithName = new Set(['agent', 'sandbox', ...scimPaths.keys()]);

/** Entries of the audit log with names and links; what belongs to all of them is read at once. */
export async function presentAuditLog(
  db: Db,
  organizationId: OrganizationId,
  events: readonly NewestEvent[],
): Promise<Record<string, unknown>[]> {
  const [named, readable] = await Promise.all([
    withEventNames(db, organizationId, events),
    listReadableRevisions(db, organizationId, events.flatMap(revisionsAround)),
  ]);
  const known = new Set(readable.map(keyOf));
  return named.map((event) => {
    const {
      seq: _,
      data: __,
      at,
      note,
      agent,
      subjectKind,
      subjectId,
      subjectName,
      ...shown
    } = event;
    const data = dataOf(event);
    return {
      ...shown,
      subjectName: subjectName ?? (kindsWithName.has(subjectKind) ? (data['name'] ?? null) : null),
      at: at.toISOString(),
      kind: subjectKind,
      subject: subjectId,
      ...(note !== null && { note }),
      ...(agent !== null && { agent }),
      ...(Object.keys(data).length > 0 && { data }),
      links: linksOf(event, known),
    };
  });
}

/** The content of an action that is not in the feed, without what the entry has by itself. */
function dataOf({ public: isInFeed, data }: NewestEvent): Record<string, unknown> {
  if (isInFeed) return {};
  const { id: _, timestamp: __, note: ___, ...content } = JSON.parse(data) as JsonObject;
  return content;
}

const keyOf = ({ kind, id, revision }: RevisionOf): string => `${kind}/${revision}/${id}`;

function revisionsAround({ subjectKind, subjectId, revision }: NewestEvent): RevisionOf[] {
  if (revision === null || !collections.has(subjectKind)) return [];
  const of = { kind: subjectKind, id: subjectId };
  return [revision - 1, revision].map((each) => ({ ...of, revision: each }));
}

function linksOf(event: NewestEvent, known: ReadonlySet<string>): Links {
  const { subjectKind: kind, subjectId, revision } = event;
  const id = encodeURIComponent(subjectId);
  if (kind === namespaceKind) {
    const path = `/api/semantics/experimental/namespaces/${id}`;
    const at = (wanted: number): string => `${path}/ontology.yaml?revision=${wanted}`;
    return revision === null
      ? { subject: path, before: null, after: null }
      : { subject: path, before: at(revision - 1), after: at(revision) };
  }
  const scim = scimPaths.get(kind);
  if (scim !== undefined) return { subject: `${scim}/${id}`, before: null, after: null };
  const collection = collections.get(kind);
  if (collection === undefined) return { subject: null, before: null, after: null };
  const subject = `/api/${collection}/${id}`;
  const at = (wanted: number): string | null =>
    known.has(keyOf({ kind, id: subjectId, revision: wanted }))
      ? `${subject}?version=${wanted}`
      : null;
  return revision === null
    ? { subject, before: null, after: null }
    : { subject, before: at(revision - 1), after: at(revision) };
}
