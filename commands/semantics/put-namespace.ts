import type { Database, Db, Tx } from '../../db/connect.ts';
import {
  findNamespace,
  insertNamespace,
  lockNamespace,
} from '../../db/tables/semantics/namespaces.ts';
import type { Namespace, NamespaceMetadata } from '../../db/tables/semantics/namespaces.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { namespaceSchema } from '../../domain/semantics/namespace.ts';
import { namespaceEvents } from '../../domain/semantics/semantic-events.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { assertPermission } from '../assert-permission.ts';
import type { Reading } from '../reading.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { editStored } from './edit-stored.ts';
import { causeOf, recordNamespaceEvent } from './semantic-request.ts';
import type { SemanticRequest } from './semantic-request.ts';
import { assertTeam, isSameMetadata, writeMetadata, writeRevision } from './write-revision.ts';
import type { NewOntology } from './write-revision.ts';

export type PutNamespace = SemanticRequest &
  Reading & {
    document: JsonObject;
    preconditions: Preconditions;
  };

const attempts = 10;

/**
 * Creates an empty namespace, or replaces the metadata of one. Its ontology stays, except that metadata inside of it is
 * corrected, so that it can be read and written back. Returns the change count of the namespace. Refuses invalid bodies, unknown
 * owners, missing permissions on the current and the new owner, and failed preconditions.
 */
export async function putNamespace(
  database: Database,
  put: PutNamespace,
): Promise<{ revision: number }> {
  const after = readMetadata(put.document);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { knex } = attempt === 0 ? put.reading : database;
    const read = await findNamespace(knex, causeOf(put));
    const edited = read && read.revision > 0 ? await restate(knex, put, read, after) : undefined;
    const written = await transact(database, (tx) => write(tx, put, after, { read, edited }));
    if (written) return written;
  }
  return refuse(
    'concurrent_change',
    'This namespace is being changed by other requests; try again.',
  );
}

function restate(
  db: Db,
  put: PutNamespace,
  read: Namespace,
  { name, description, ownerId, readOnly }: NamespaceMetadata,
): Promise<NewOntology | undefined> {
  const metadata = { display_name: name, description, owner: ownerId, read_only: readOnly };
  return editStored(db, causeOf(put), read, { op: 'put-metadata', metadata });
}

/** Undefined if the namespace has changed since it was read. */
async function write(
  tx: Tx,
  put: PutNamespace,
  after: NamespaceMetadata,
  { read, edited }: { read: Namespace | undefined; edited: NewOntology | undefined },
): Promise<{ revision: number } | undefined> {
  const stored = await lockNamespace(tx, causeOf(put));
  if (stored?.revision !== read?.revision || stored?.edition !== read?.edition) return undefined;
  return stored ? replace(tx, put, after, { stored, edited }) : create(tx, put, after);
}

async function replace(
  tx: Tx,
  put: PutNamespace,
  after: NamespaceMetadata,
  { stored, edited }: { stored: Namespace; edited: NewOntology | undefined },
): Promise<{ revision: number }> {
  const cause = causeOf(put);
  const owners = [stored.ownerId ?? undefined, after.ownerId];
  await assertPermission(tx, put.principal, 'RESOURCES_EDIT', owners);
  assertPreconditions(put.preconditions, { revision: stored.metadataRevision, edition: 0 });
  if (isSameMetadata(stored, after)) return { revision: stored.metadataRevision };
  await writeMetadata(tx, stored, after, cause);
  const now = (await lockNamespace(tx, cause)) ?? stored;
  if (edited) await writeRevision(tx, now, edited, cause);
  else await recordNamespaceEvent(tx, namespaceEvents.updated, cause, { revision: now.revision });
  return { revision: now.metadataRevision };
}

async function create(
  tx: Tx,
  put: PutNamespace,
  metadata: NamespaceMetadata,
): Promise<{ revision: number } | undefined> {
  const cause = causeOf(put);
  await assertPermission(tx, put.principal, 'RESOURCES_ADD', [metadata.ownerId]);
  assertPreconditions(put.preconditions, undefined);
  await assertTeam(tx, cause.organizationId, metadata.ownerId);
  const revision = await insertNamespace(tx, cause, metadata, put.now);
  if (revision === undefined) return undefined;
  await recordNamespaceEvent(tx, namespaceEvents.created, cause);
  return { revision };
}

function readMetadata(document: JsonObject): NamespaceMetadata {
  const request = assertValid(namespaceSchema, document, 'invalid_body');
  const { namespace: _, name, description, read_only: readOnly, team, ...rest } = request;
  return {
    name,
    description: description ?? undefined,
    ownerId: team ?? undefined,
    readOnly: readOnly ?? false,
    body: JSON.stringify(rest),
  };
}
