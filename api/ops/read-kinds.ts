import { listPausedKinds } from '../../db/tables/operations/paused-kinds.ts';
import type { PausedKind } from '../../db/tables/operations/paused-kinds.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { countWork } from '../../db/views/work/counts.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Services } from '../services.ts';
import { workScopeOf } from './operator-scope.ts';

/** The numbers of every kind of work, as far as the principal may see them, and why it is paused. */
export async function readKinds({ database: { knex } }: Services, principal: Principal, now: Date) {
  const scope = await workScopeOf(knex, principal);
  const [kinds, paused] = await Promise.all([countWork(knex, scope, now), listPausedKinds(knex)]);
  const names = await listPrincipalNames(
    knex,
    principal.organizationId,
    scope.withInstallation ? paused.map(({ pausedBy }) => pausedBy) : [],
  );
  return kinds.map((kind) => {
    const found = paused.find((entry) => entry.kind === kind.kind);
    return { ...kind, paused: found ? present(found, scope.withInstallation, names) : null };
  });
}

/** People of other organizations are not shown. */
function present(
  { reason, pausedBy, pausedAt }: PausedKind,
  withNames: boolean,
  names: ReadonlyMap<string, string>,
) {
  const by = withNames ? pausedBy : null;
  return { at: pausedAt, reason, by, byName: by === null ? null : (names.get(by) ?? null) };
}
