import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

export type SettingsName =
  | 'features'
  | 'team-roles'
  | 'customization'
  | 'dataproduct-score'
  | 'dataproduct-types'
  | 'email-templates'
  | 'lineage-rules'
  | 'scim-mapping';

/** Names one settings document of one organization. */
export type SettingsKey = { organizationId: OrganizationId; name: SettingsName };

/** `body` is JSON text, `source` the YAML text if it came as YAML. */
export type SettingsDocument = { body: string; source: string | null };

const find = {
  name: 'settings-documents-find',
  text: `select body::text as body, source from settings_documents where organization_id = $1 and name = $2`,
};

/** The stored document; undefined when the default applies. */
export async function findSettingsDocument(
  db: Db,
  key: SettingsKey,
): Promise<SettingsDocument | undefined> {
  const [row] = await runStatement<SettingsDocument>(db, find, [key.organizationId, key.name]);
  return row;
}

const upsert = {
  name: 'settings-documents-upsert',
  text: `insert into settings_documents (organization_id, name, body, source, updated_at, updated_by)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (organization_id, name) do update set body = excluded.body, source = excluded.source,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
};

/** Stores the document, replacing the former one. */
export async function upsertSettingsDocument(
  db: Db,
  key: SettingsKey,
  document: { body: string; source?: string | undefined; principal: string; now: Date },
): Promise<void> {
  const { body, source, principal, now } = document;
  await runStatement(db, upsert, [key.organizationId, key.name, body, source, now, principal]);
}

/** Deletes the document, so that the default applies. */
export async function deleteSettingsDocument(db: Db, key: SettingsKey): Promise<void> {
  await db('settings_documents')
    .where({ organization_id: key.organizationId, name: key.name })
    .delete();
}
