import type { ContractVerdict } from '../../domain/contract-changes/contract-change.ts';
import type { DocumentDifference } from '../../domain/documents/compare-documents.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import type { Database, Db } from '../../db/connect.ts';
import { findReplaced } from '../../db/tables/documents/documents.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { ProductVerdict } from '../../domain/product-changes/compare-products.ts';
import type { LinkedDefinitions } from '../../domain/standards/odcs/linked-definitions.ts';
import type { Permission } from '../../domain/organizations/permissions.ts';
import { readStoredDefinitions } from '../definitions/read-stored-definitions.ts';
import { isShort, runHere, runInTurn, runOnStored } from '../tasks/run-task.ts';
import type { PutDocument } from './put-request.ts';

/** Differences computed before the transaction that needs them, each with the text that it was compared with. */
const workedOut = new WeakMap<
  DocumentContent,
  { before: string | undefined; difference: DocumentDifference }
>();

type Replacing = { kind: DocumentKind; content: DocumentContent };

/** Compares a document with the text that it replaces, if any. */
export async function differenceOf(
  db: Db,
  { kind, content, principal }: PutDocument,
  before: string | undefined,
): Promise<DocumentDifference> {
  if (!kind.ports && (before === undefined || !kind.compare)) return { portEvents: [] };
  const known = workedOut.get(content);
  if (known && known.before === before) return known.difference;
  const definitions = await definitionsOf(db, principal.organizationId, { content, before });
  if (isLong(content, before)) {
    return runOnStored('compareDocuments', kind.name, before, content.body, definitions);
  }
  const after = content.document ?? content.body;
  return runInTurn('compareDocuments', kind.name, before, after, definitions);
}

/** The definitions stored here that a contract linked or links. */
async function definitionsOf(
  db: Db,
  organizationId: OrganizationId,
  { content, before }: { content: DocumentContent; before: string | undefined },
): Promise<LinkedDefinitions> {
  if (before === undefined) return {};
  const linking = [before, content.body].filter((text) =>
    text.includes('authoritativeDefinitions'),
  );
  if (linking.length === 0) return {};
  const urls = await Promise.all(linking.map((text) => runOnStored('listDefinitionUrls', text)));
  return readStoredDefinitions(db, organizationId, { urls: urls.flat() });
}

/**
 * Compares a long document with its current text in advance, so that `differenceOf` does not compute while a transaction is open.
 * Must be called before the first statement of that transaction; does nothing for short documents.
 */
export async function compareAhead(database: Database, put: PutDocument): Promise<void> {
  const { kind, content, id, principal } = put;
  if (content.document !== undefined || (!kind.ports && !kind.compare)) return;
  const key = { organizationId: principal.organizationId, kind: kind.name, id };
  const contentHash = Buffer.from(content.contentHash, 'hex');
  const { knex } = put.reading ?? database;
  const { head, replaced } = await findReplaced(knex, key, { candidates: [], contentHash });
  if (head?.contentHash.equals(contentHash)) return;
  const before = replaced?.body;
  workedOut.set(content, { before, difference: await differenceOf(knex, put, before) });
}

/** Permissions required by the change, for kinds where they depend on it. */
export function permissionsToEdit(
  { kind, content }: Replacing,
  before: string,
): Promise<Permission[]> {
  return isLong(content, before)
    ? runOnStored('permissionsToEdit', kind.name, before, content.body)
    : runHere('permissionsToEdit', kind.name, before, content.document ?? content.body);
}

/** The verdict on a candidate of a contract, and whether its content is unchanged. */
export async function judgeCandidate(
  db: Db,
  organizationId: OrganizationId,
  { content, before }: { content: DocumentContent; before: string },
): Promise<{ verdict: ContractVerdict; isEqual: boolean }> {
  const definitions = await definitionsOf(db, organizationId, { content, before });
  return isLong(content, before)
    ? runOnStored('judgeCandidate', before, content.body, definitions)
    : runHere('judgeCandidate', before, content.document ?? content.body, definitions);
}

/** The same for a data product. */
export function judgeProductCandidate({
  content,
  before,
}: {
  content: DocumentContent;
  before: string;
}): Promise<{ verdict: ProductVerdict; isEqual: boolean }> {
  return isLong(content, before)
    ? runOnStored('judgeProduct', before, content.body)
    : runHere('judgeProduct', before, content.document ?? content.body);
}

/** Long texts have no parsed document. */
const isLong = ({ document }: DocumentContent, before: string | undefined): boolean =>
  document === undefined || (before !== undefined && !isShort({ text: before, format: 'json' }));
