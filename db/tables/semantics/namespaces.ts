import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one namespace. */
export type NamespaceKey = { organizationId: OrganizationId; id: string };

/** A namespace of the semantics; `revision` and `edition` are those of its ontology. */
export type Namespace = {
  id: string;
  /** 0 while it has no ontology. */
  revision: number;
  edition: number;
  metadataRevision: number;
  name: string;
  description: string | null;
  ownerId: string | null;
  readOnly: boolean;
  requires: readonly string[];
  /** Prefixes of its ontology, as JSON text. */
  prefixes: string;
  /** JSON text of members that Concordat does not interpret. */
  body: string;
  contentHash: Buffer | null;
};

const columns = `id, revision, edition, metadata_revision as "metadataRevision", name, description, owner_id as "ownerId",
    read_only as "readOnly", requires, prefixes, body::text as body, content_hash as "contentHash"`;

const find = {
  name: 'namespaces-find',
  text: `select ${columns} from namespaces where organization_id = $1 and id = $2`,
};

const lock = { name: 'namespaces-lock', text: `${find.text} for update` };

/** The namespace with this id. */
export async function findNamespace(db: Db, key: NamespaceKey): Promise<Namespace | undefined> {
  const [row] = await runStatement<Namespace>(db, find, [key.organizationId, key.id]);
  return row;
}

/** The namespace, locked; a transaction that also locks a branch locks the namespace first. */
export async function lockNamespace(tx: Tx, key: NamespaceKey): Promise<Namespace | undefined> {
  const [row] = await runStatement<Namespace>(tx, lock, [key.organizationId, key.id]);
  return row;
}

const list = {
  name: 'namespaces-list',
  text: `select ${columns} from namespaces
    where organization_id = $1 and ($2::text is null or id > $2) order by id limit $3 offset $4`,
};

/** A page of the namespaces in the order of their ids. */
export function listNamespaces(
  db: Db,
  organizationId: OrganizationId,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<Namespace[]> {
  const { after, limit, offset } = page;
  return runStatement<Namespace>(db, list, [organizationId, after, limit, offset]);
}

/** The metadata of a namespace, without its concepts. */
export type NamespaceMetadata = {
  name: string;
  description: string | undefined;
  ownerId: string | undefined;
  readOnly: boolean;
  body: string;
};

/** Last number of a deleted namespace with this id, where counting continues. */
const lastNumber = (column: string): string =>
  `select ${column} from deleted_namespaces where organization_id = $1 and id = $2`;

const insert = {
  name: 'namespaces-insert',
  text: `insert into namespaces (organization_id, id, revision, edition, metadata_revision, name, description, owner_id,
      read_only, requires, prefixes, body, created_at, updated_at)
    values ($1, $2, 0, 0, 1 + coalesce((${lastNumber('metadata_revision')}), 0), $3, $4, $5, $6, '{}', '{}', $7, $8, $8)
    on conflict (organization_id, id) do nothing returning metadata_revision as revision`,
};

/**
 * Creates a namespace without an ontology; returns the revision of its metadata, undefined when it exists
 * already.
 */
export async function insertNamespace(
  tx: Tx,
  key: NamespaceKey,
  metadata: NamespaceMetadata,
  now: Date,
): Promise<number | undefined> {
  const { name, description, ownerId, readOnly, body } = metadata;
  const values = [key.organizationId, key.id, name, description, ownerId, readOnly, body, now];
  const [row] = await runStatement<{ revision: number }>(tx, insert, values);
  return row?.revision;
}

const updateMetadata = {
  name: 'namespaces-update-metadata',
  text: `update namespaces set metadata_revision = metadata_revision + 1, name = $3, description = $4, owner_id = $5,
      read_only = $6, body = $7, updated_at = $8
    where organization_id = $1 and id = $2`,
};

/** Replaces the metadata of a namespace. */
export async function updateNamespaceMetadata(
  tx: Tx,
  key: NamespaceKey,
  metadata: NamespaceMetadata,
  now: Date,
): Promise<void> {
  const { name, description, ownerId, readOnly, body } = metadata;
  const values = [key.organizationId, key.id, name, description, ownerId, readOnly, body, now];
  await runStatement(tx, updateMetadata, values);
}

const updateRevision = {
  name: 'namespaces-update-revision',
  text: `update namespaces set revision = $3, edition = $4, content_hash = $5, requires = $6, prefixes = $7, updated_at = $8
    where organization_id = $1 and id = $2`,
};

/** Sets the current revision of a namespace's ontology. */
export async function updateNamespaceRevision(
  tx: Tx,
  key: NamespaceKey,
  to: Pick<Namespace, 'revision' | 'edition' | 'requires' | 'prefixes'> & { contentHash: Buffer },
  now: Date,
): Promise<void> {
  const { revision, edition, contentHash, requires, prefixes } = to;
  const content = [revision, edition, contentHash, [...requires], prefixes];
  const values = [key.organizationId, key.id, ...content, now];
  await runStatement(tx, updateRevision, values);
}

const findLast = { name: 'namespaces-find-last-revision', text: lastNumber('revision') };

/** The last ontology revision of a deleted namespace with this id; 0 when there was none. */
export async function findLastRevision(tx: Tx, key: NamespaceKey): Promise<number> {
  const values = [key.organizationId, key.id];
  const [row] = await runStatement<{ revision: number }>(tx, findLast, values);
  return row?.revision ?? 0;
}

const remove = {
  name: 'namespaces-delete',
  text: `with deleted as (
      delete from namespaces where organization_id = $1 and id = $2 returning revision, metadata_revision)
    insert into deleted_namespaces as d (organization_id, id, revision, metadata_revision, deleted_at)
    select $1, $2, deleted.revision, deleted.metadata_revision, $3 from deleted
    on conflict (organization_id, id) do update set revision = greatest(d.revision, excluded.revision),
      metadata_revision = excluded.metadata_revision, deleted_at = excluded.deleted_at
    returning id`,
};

/**
 * Deletes a namespace with its ontology, revisions and branches, but keeps its last numbers; false when there
 * is none.
 */
export async function deleteNamespace(tx: Tx, key: NamespaceKey, now: Date): Promise<boolean> {
  return (await runStatement(tx, remove, [key.organizationId, key.id, now])).length === 1;
}
