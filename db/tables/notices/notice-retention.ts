import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const removeOld = {
  name: 'notices-delete-old',
  text: `delete from notices where (organization_id, recipient, position) in (
      select organization_id, recipient, position from notices where at < $1 limit $2)
    returning 1`,
};

/** Deletes up to `limit` notices of all organizations that are older than the given time; returns their number. */
export async function deleteOldNotices(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await runStatement(tx, removeOld, [before, limit])).length;
}

const removeSurplus = {
  name: 'notices-delete-surplus',
  text: `delete from notices where (organization_id, recipient, position) in (
      select organization_id, recipient, position from (
        select organization_id, recipient, position,
          row_number() over (partition by organization_id, recipient order by position desc) as place
        from notices) n
      where place > $1 limit $2)
    returning 1`,
};

/** Deletes up to `limit` notices beyond the newest `kept` of each recipient; returns their number. */
export async function deleteSurplusNotices(tx: Tx, kept: number, limit: number): Promise<number> {
  return (await runStatement(tx, removeSurplus, [kept, limit])).length;
}

const removeMarks = {
  name: 'notice-reads-delete-old',
  text: `delete from notice_reads where (organization_id, reader, position) in (
      select organization_id, reader, position from notice_reads where read_at < $1 limit $2)
    returning 1`,
};

/** Deletes up to `limit` marks older than the given time, whose notices are older still; returns their number. */
export async function deleteOldReadMarks(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await runStatement(tx, removeMarks, [before, limit])).length;
}
