import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { ChangeRequestKey } from './change-requests.ts';

/** What somebody says about a proposed change; Markdown. */
export type ChangeRequestComment = { id: string; principal: string; text: string; at: Date };

const insert = {
  name: 'change-request-comments-insert',
  text: `insert into change_request_comments (organization_id, change_request_id, id, principal, text, at)
    select $1, $2, $3, $4, $5, $6
    where (select count(*) from change_request_comments where organization_id = $1 and change_request_id = $2) < $7
    returning 1`,
};

/** Adds a comment; false when the change request has `max` of them. */
export async function insertComment(
  tx: Tx,
  { organizationId, id }: ChangeRequestKey,
  comment: ChangeRequestComment,
  max: number,
): Promise<boolean> {
  const { id: commentId, principal, text, at } = comment;
  const values = [organizationId, id, commentId, principal, text, at, max];
  return (await runStatement(tx, insert, values)).length === 1;
}

const list = {
  name: 'change-request-comments-list',
  text: `select id, principal, text, at from change_request_comments
    where organization_id = $1 and change_request_id = $2 order by id`,
};

/** The comments of a change request, oldest first; their number is limited. */
export function listComments(
  db: Db,
  { organizationId, id }: ChangeRequestKey,
): Promise<ChangeRequestComment[]> {
  return runStatement<ChangeRequestComment>(db, list, [organizationId, id]);
}
