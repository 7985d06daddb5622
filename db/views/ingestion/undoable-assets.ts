import type { LeftAlone, RunChange } from '../../../domain/ingestion/run-changes.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The run to undo, and the run that undoes it if it exists already. */
export type UndoneRun = { organizationId: OrganizationId; runId: string; undoId?: string };

/** Rows $1, $2 of changes that a run made, and no undo has taken back or, being the undo $3, left alone. */
const open = `a.organization_id = $1 and a.run_id = $2 and a.left_alone is null
    and not (a.change = 'removed' and a.before_revision is null)
    and not exists (
      select 1 from ingestion_runs u
      join ingestion_run_assets t on t.organization_id = u.organization_id and t.run_id = u.id
      where u.organization_id = $1 and u.undoes = $2 and t.asset_id = a.asset_id
        and (t.left_alone is null or u.id = $3))`;

const used = `exists (select 1 from asset_assignments s where s.organization_id = $1 and s.asset_id = a.asset_id)
      or exists (select 1 from document_references s where s.organization_id = $1 and s.target_kind = 'asset'
        and s.target_id = a.asset_id and s.role = 'asset')`;

/** The owner of the version before, if it has one, no longer exists. */
const teamGone = `exists (
      select 1 from document_revisions r
      where r.organization_id = $1 and r.kind = 'asset' and r.id = a.asset_id and r.revision = a.before_revision
        and r.body->'info'->>'owner' is not null and not exists (
          select 1 from documents t where t.organization_id = $1 and t.kind = 'team' and t.id = r.body->'info'->>'owner'))`;

/** Why the undo leaves the asset of a change `a` with the head `d` alone; null if it does not. */
const leftAlone = `case
    when a.change = 'removed' and d.id is not null then 'back'
    when a.change = 'removed' and a.revision <> (
      select max(r.revision) from document_revisions r
      where r.organization_id = $1 and r.kind = 'asset' and r.id = a.asset_id) then 'changed'
    when a.change <> 'removed' and d.id is null then 'gone'
    when a.change <> 'removed' and (d.revision <> a.revision or d.edition <> 0) then 'changed'
    when a.change = 'created' and (${used}) then 'in_use'
    when a.change <> 'created' and ${teamGone} then 'team_gone'
  end`;

const head = `left join documents d on d.organization_id = a.organization_id and d.kind = 'asset' and d.id = a.asset_id`;

const count = {
  name: 'undoable-assets-count',
  text: `select change, left_alone as "leftAlone", count(*)::int as count from (
      select a.change, ${leftAlone} as left_alone from ingestion_run_assets a ${head} where ${open}) c
    group by 1, 2`,
};

/** How many assets of one change the undo would take back, or leave alone for one reason. */
export type UndoCount = { change: RunChange; leftAlone: LeftAlone | null; count: number };

/** What the undo of a run would do, in numbers. */
export function countUndo(db: Db, run: UndoneRun): Promise<UndoCount[]> {
  return runStatement<UndoCount>(db, count, valuesOf(run));
}

const next = {
  name: 'undoable-assets-next',
  text: `select a.asset_id as id from ingestion_run_assets a where ${open} and ($4::text is null or a.asset_id > $4)
    order by a.asset_id limit $5`,
};

const lock = {
  name: 'undoable-assets-lock',
  text: `select id from documents where organization_id = $1 and kind = 'asset' and id = any($2) order by id for update`,
};

/** The next assets after one whose change is to be undone, in the order of their ids; their documents are locked. */
export async function lockNextAssets(
  tx: Tx,
  run: UndoneRun,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(tx, next, [...valuesOf(run), after, limit]);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await runStatement(tx, lock, [run.organizationId, ids]);
  return ids;
}

/** A change to be undone, with the version before it. */
export type UndoableAsset = {
  id: string;
  change: RunChange;
  /** Version of the document now; null if it does not exist. */
  revision: number | null;
  edition: number | null;
  leftAlone: LeftAlone | null;
  path: string[] | null;
  contentHash: Buffer | null;
  /** The version before as JSON text, and its YAML text; null for an asset that the run created. */
  body: string | null;
  source: string | null;
};

const read = {
  name: 'undoable-assets-read',
  text: `select a.asset_id as id, a.change, d.revision, d.edition, a.path, a.content_hash as "contentHash",
      ${leftAlone} as "leftAlone", r.body::text as body, r.source
    from ingestion_run_assets a ${head}
    left join document_revisions r on r.organization_id = a.organization_id and r.kind = 'asset' and r.id = a.asset_id
      and r.revision = a.before_revision
    where ${open} and a.asset_id = any($4) order by a.asset_id`,
};

/** These changes of a run as they are now. */
export function readUndoable(
  db: Db,
  run: UndoneRun,
  assetIds: readonly string[],
): Promise<UndoableAsset[]> {
  return runStatement<UndoableAsset>(db, read, [...valuesOf(run), [...assetIds]]);
}

const valuesOf = ({ organizationId, runId, undoId }: UndoneRun): unknown[] => [
  organizationId,
  runId,
  undoId,
];
