import { refuse } from '../../domain/errors.ts';
import { mayOperate } from '../../domain/permissions.ts';
import type { Principal } from '../../domain/principal.ts';

/** Refuses with `permission_denied` unless the key is one of the whole organization (to change: not a reading one). */
export function assertOperator(principal: Principal, how: 'look' | 'change'): void {
  if (mayOperate(principal, how)) return;
  const scopes = how === 'look' ? "'organization' or 'organization_read'" : "'organization'";
  refuse(
    'permission_denied',
    `This needs a key with the scope ${scopes}, not '${principal.scope}'.`,
  );
}
