import type { Db } from '../../../db/connect.ts';
import { listConceptRevisions } from '../../../db/tables/semantics/concept-revisions.ts';
import { listPrincipalNames } from '../../../db/views/organizations/principal-names.ts';
import type { NamespaceKey } from '../../../db/tables/semantics/namespaces.ts';
import type { ListedConflict } from '../../../domain/semantics/conflict-list.ts';

/** The revision of a namespace that changed a concept last, and its author. */
export type NamespaceChange = {
  revision: number;
  at: string;
  principal: string;
  principalName: string | null;
};

/** A conflict with the change of the namespace that caused it. */
export type DatedConflict = ListedConflict & { namespace_change?: NamespaceChange };

/**
 * Adds to each conflict the last change of its concept in the namespace, if that is later than the base. A removed concept and
 * the document itself have no revision of their own.
 */
export async function withNamespaceChanges(
  db: Db,
  key: NamespaceKey,
  conflicts: readonly ListedConflict[],
  baseRevision: number,
): Promise<DatedConflict[]> {
  const ids = new Set(conflicts.flatMap(({ concept }) => concept ?? []));
  if (ids.size === 0) return [...conflicts];
  const rows = await listConceptRevisions(db, key, [...ids], baseRevision);
  const principals = rows.map(({ principal }) => principal);
  const names = await listPrincipalNames(db, key.organizationId, principals);
  const changes = new Map(
    rows.map(({ id, revision, at, principal }) => {
      const principalName = names.get(principal) ?? null;
      return [id, { revision, at: at.toISOString(), principal, principalName }];
    }),
  );
  return conflicts.map((conflict) => {
    const change = changes.get(conflict.concept ?? '');
    return change ? { ...conflict, namespace_change: change } : conflict;
  });
}
