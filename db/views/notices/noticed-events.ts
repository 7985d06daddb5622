import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** An event of the feed with everything that notices need of it. */
export type NoticedEvent = {
  id: string;
  seq: number;
  type: string;
  subjectKind: string;
  subjectId: string;
  revision: number | null;
  principal: string;
  /** JSON text. */
  data: string;
  at: Date;
};

const list = {
  name: 'noticed-events-list',
  text: `select id, seq, type, subject_kind as "subjectKind", subject_id as "subjectId", revision, principal, data, at
    from events where organization_id = $1 and seq > $2 order by seq limit $3`,
};

/** Events after a position, in the order of the feed. */
export function listNoticedEvents(
  db: Db,
  organizationId: OrganizationId,
  { afterSeq, limit }: { afterSeq: number; limit: number },
): Promise<NoticedEvent[]> {
  return runStatement<NoticedEvent>(db, list, [organizationId, afterSeq, limit]);
}

const findPeople = {
  name: 'noticed-events-people',
  text: `select 'api-key:' || id as name, email from api_keys
    where organization_id = $1 and email is not null and 'api-key:' || id = any($2)`,
};

/** E-mail addresses of people by the names of their keys. */
export async function findPeopleOfKeys(
  db: Db,
  organizationId: OrganizationId,
  principals: readonly string[],
): Promise<Map<string, string>> {
  const rows = await runStatement<{ name: string; email: string }>(db, findPeople, [
    organizationId,
    principals,
  ]);
  return new Map(rows.map(({ name, email }) => [name, email]));
}
