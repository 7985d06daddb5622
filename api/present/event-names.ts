import type { Db } from '../../db/connect.ts';
import { listNames } from '../../db/views/documents/names.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { withPrincipalNames } from './principal-names.ts';

type WithSubject = { subjectKind: string; subjectId: string };
type Event = WithSubject & { principal: string };

/** Names of the principal and the subject of an event, as people know them. */
export type EventNames = { principalName: string | null; subjectName: string | null };

/** Adds the names to events; those of all events are read at once. */
export async function withEventNames<Row extends Event>(
  db: Db,
  organizationId: OrganizationId,
  rows: readonly Row[],
): Promise<(Row & EventNames)[]> {
  return withSubjectNames(db, organizationId, await withPrincipalNames(db, organizationId, rows));
}

/** Adds the names of subjects; those of all rows are read at once. */
export async function withSubjectNames<Row extends WithSubject>(
  db: Db,
  organizationId: OrganizationId,
  rows: readonly Row[],
): Promise<(Row & { subjectName: string | null })[]> {
  const subjects = new Map(
    rows.map(({ subjectKind: kind, subjectId: id }) => [`${kind}:${id}`, { kind, id }]),
  );
  const found = await listNames(db, organizationId, [...subjects.values()]);
  const names = new Map(found.map(({ kind, id, name }) => [`${kind}:${id}`, name]));
  return rows.map((row) => ({
    ...row,
    subjectName: names.get(`${row.subjectKind}:${row.subjectId}`) ?? null,
  }));
}
