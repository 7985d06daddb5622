import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The Data Contract CLI API of an organization; `apiKey` is sealed. */
export type TestEngine = {
  endpoint: string;
  apiKey: string | null;
  updatedAt: Date;
  updatedBy: string;
};

const find = {
  name: 'test-engines-find',
  text: `select endpoint, api_key as "apiKey", updated_at as "updatedAt", updated_by as "updatedBy"
    from test_engines where organization_id = $1`,
};

/** The organization's own test engine, if it has one. */
export async function findTestEngine(
  db: Db,
  organizationId: OrganizationId,
): Promise<TestEngine | undefined> {
  const [row] = await runStatement<TestEngine>(db, find, [organizationId]);
  return row;
}

const upsert = {
  name: 'test-engines-upsert',
  text: `insert into test_engines (organization_id, endpoint, api_key, updated_at, updated_by) values ($1, $2, $3, $4, $5)
    on conflict (organization_id) do update set endpoint = excluded.endpoint, api_key = excluded.api_key,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
};

/** Stores the engine of an organization. */
export async function upsertTestEngine(
  tx: Tx,
  organizationId: OrganizationId,
  { endpoint, apiKey, updatedAt, updatedBy }: TestEngine,
): Promise<void> {
  await runStatement(tx, upsert, [organizationId, endpoint, apiKey, updatedAt, updatedBy]);
}

const remove = {
  name: 'test-engines-delete',
  text: `delete from test_engines where organization_id = $1 returning 1`,
};

/** Returns to the built-in test engine; false when the organization has no other engine. */
export async function deleteTestEngine(tx: Tx, organizationId: OrganizationId): Promise<boolean> {
  return (await runStatement(tx, remove, [organizationId])).length === 1;
}
