import type { OrganizationId } from '../../../domain/principal.ts';
import { batched } from '../../batched.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one document of one organization. */
export type DocumentKey = { organizationId: OrganizationId; kind: string; id: string };

/** The facts that a write needs before it decides. */
export type DocumentHead = {
  revision: number;
  edition: number;
  ownerId: string | null;
  contentHash: Buffer;
};

/** A document as stored: `body` is JSON text, `source` the YAML text if it came as YAML. */
export type StoredDocument = {
  revision: number;
  edition: number;
  body: string;
  source: string | null;
};

/** Batched reads leave most of the pool to everything else. */
const readLimits = { maxRunning: 4 };

/**
 * Limits of reads before a write; they equal the limits of writes, because faster reads would only wait for the
 * writes.
 */
const preparationLimits = { maxRunning: 4, patienceMs: 20 };

const readForWrite = {
  name: 'documents-read-for-write',
  text: `select k.n::int as n, d.revision, d.edition, d.owner_id as "ownerId", d.content_hash as "contentHash",
      case when k.candidates is null then null else array(
        select t.id from documents t where t.organization_id = k.organization_id and t.kind = 'team'
          and t.id in (select json_array_elements_text(k.candidates))) end as teams
    from unnest($1::uuid[], $2::text[], $3::text[], $4::json[]) with ordinality
      as k(organization_id, kind, id, candidates, n)
    left join documents d on d.organization_id = k.organization_id and d.kind = k.kind and d.id = k.id`,
};

type ForWrite = { head: DocumentHead | undefined; teams: string[] };

const readHeads = batched<DocumentKey & { candidates: readonly string[] }, ForWrite>(
  preparationLimits,
  async (db, keys) => {
    type Row = { n: number; revision: number | null; teams: string[] | null } & DocumentHead;
    const rows = await runStatement<Row>(db, readForWrite, [
      keys.map((key) => key.organizationId),
      keys.map((key) => key.kind),
      keys.map((key) => key.id),
      keys.map(({ candidates }) => (candidates.length > 0 ? JSON.stringify(candidates) : null)),
    ]);
    const found = new Map(rows.map((row) => [row.n, row]));
    return keys.map((_, index) => {
      const row = found.get(index + 1);
      return { head: row?.revision ? row : undefined, teams: row?.teams ?? [] };
    });
  },
);

/** The head, if the document exists, and the existing ones among the candidate teams, in one round trip. */
export async function findHeadAndTeams(
  db: Db,
  key: DocumentKey,
  candidates: readonly string[],
): Promise<ForWrite> {
  return (await readHeads(db, { ...key, candidates })) ?? { head: undefined, teams: [] };
}

/** The facts that a change is judged by: the replaced text, and the configured modes (`contractChanges`). */
export type Replaced = {
  body: string;
  organizationMode: string | null;
  teamMode: string | null;
};

const readForChange = {
  name: 'documents-read-for-change',
  text: `select k.n::int as n, d.revision, d.edition, d.owner_id as "ownerId", d.content_hash as "contentHash",
      case when k.candidates is null then null else array(
        select t.id from documents t where t.organization_id = k.organization_id and t.kind = 'team'
          and t.id in (select json_array_elements_text(k.candidates))) end as teams,
      replaced.body, replaced."organizationMode", replaced."teamMode",
      (select o.rules_version from organizations o where o.id = k.organization_id) as "rulesVersion"
    from unnest($1::uuid[], $2::text[], $3::text[], $4::json[], $5::bytea[]) with ordinality
      as k(organization_id, kind, id, candidates, content_hash, n)
    left join documents d on d.organization_id = k.organization_id and d.kind = k.kind and d.id = k.id
    left join lateral (
      select r.body::text as body,
        (select o.settings->>'contractChanges' from organizations o
          where o.id = k.organization_id and k.kind = 'data-contract') as "organizationMode",
        (select team.body->'custom'->>'contractChanges'
          from documents t join document_revisions team on team.organization_id = t.organization_id
            and team.kind = t.kind and team.id = t.id and team.revision = t.revision
          where t.organization_id = d.organization_id and t.kind = 'team' and t.id = d.owner_id
            and k.kind = 'data-contract') as "teamMode"
      from document_revisions r
      where r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
        and d.content_hash <> k.content_hash) replaced on true`,
};

type Change = DocumentKey & { candidates: readonly string[]; contentHash: Buffer };

/** `rulesVersion` is that of the rules of policies. */
type ForChange = ForWrite & { replaced: Replaced | undefined; rulesVersion: number };

const readReplaced = batched<Change, ForChange>(preparationLimits, async (db, keys) => {
  type Row = {
    n: number;
    revision: number | null;
    teams: string[] | null;
    rulesVersion: number;
  } & DocumentHead &
    (Replaced | { body: null });
  const rows = await runStatement<Row>(db, readForChange, [
    keys.map((key) => key.organizationId),
    keys.map((key) => key.kind),
    keys.map((key) => key.id),
    keys.map(({ candidates }) => (candidates.length > 0 ? JSON.stringify(candidates) : null)),
    keys.map((key) => key.contentHash),
  ]);
  const found = new Map(rows.map((row) => [row.n, row]));
  return keys.map((_, index) => {
    const row = found.get(index + 1);
    const replaced = row && row.body !== null ? row : undefined;
    const { teams, rulesVersion } = row ?? {};
    return {
      head: row?.revision ? row : undefined,
      teams: teams ?? [],
      replaced,
      rulesVersion: rulesVersion ?? 0,
    };
  });
});

/**
 * Like `findHeadAndTeams`, and in the same round trip the text that the write would replace, unless its content
 * is equal, and the version of the rules of policies.
 */
export async function findReplaced(
  db: Db,
  key: DocumentKey,
  write: { candidates: readonly string[]; contentHash: Buffer },
): Promise<ForChange> {
  const found = await readReplaced(db, { ...key, ...write });
  return found ?? { head: undefined, teams: [], replaced: undefined, rulesVersion: 0 };
}

const readCurrent = {
  name: 'documents-read-current',
  text: `select k.n::int as n, r.revision, r.edition, r.body::text as body, r.source
    from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as k(organization_id, kind, id, n)
    cross join lateral (
      select revision, edition, body, source from document_revisions
      where organization_id = k.organization_id and kind = k.kind and id = k.id
      order by revision desc limit 1) r
    where r.body is not null`,
};

/** The current document: its newest revision, unless that revision is its deletion. */
export const findDocument = batched<DocumentKey, StoredDocument>(readLimits, async (db, keys) => {
  const rows = await runStatement<StoredDocument & { n: number }>(db, readCurrent, [
    keys.map((key) => key.organizationId),
    keys.map((key) => key.kind),
    keys.map((key) => key.id),
  ]);
  const found = new Map(rows.map((row) => [row.n, row]));
  return keys.map((_, index) => found.get(index + 1));
});
