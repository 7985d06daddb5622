import type { Knex } from 'knex';
import { hashDocument } from '../../domain/documents/parse-document.ts';
import { team } from '../../domain/kinds/team.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { withMember } from '../../lib/json/text.ts';

type Row = { organization_id: string; id: string; revision: number; body: string };

const sameRow = 'organization_id = ? and kind = ? and id = ?';

/** Spells the types of stored teams as their next PUT would; clients with types of their own fail on other spellings. */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: Row[] }>(
    `select d.organization_id, d.id, d.revision, r.body::text as body
    from documents d join document_revisions r
      on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
    where d.kind = 'team'`,
  );
  for (const row of rows) await respell(knex, row);
}

async function respell(knex: Knex, { organization_id, id, revision, body }: Row): Promise<void> {
  const document = JSON.parse(body) as JsonObject;
  const { type } = team.canonicalMembers?.(document) ?? {};
  if (typeof type !== 'string') return;
  const key = [organization_id, 'team', id];
  await knex.raw(
    `update document_revisions set body = ?::json, source = null where ${sameRow} and revision = ?`,
    [withMember(body, 'type', JSON.stringify(type)), ...key, revision],
  );
  await knex.raw(`update documents set archetype = ?, content_hash = ? where ${sameRow}`, [
    type,
    hashDocument({ ...document, type }),
    ...key,
  ]);
}
