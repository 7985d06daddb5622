import { createHash } from 'node:crypto';
import type { Access } from '../../domain/access/access.ts';
import { entityTag } from './entity-tags.ts';

/**
 * The entity tag of an access. It includes the teams that own the products now, because they change without a new revision of the
 * access.
 */
export function accessTag({ revision, providerTeamId, consumerTeamId }: Access): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([providerTeamId, consumerTeamId]))
    .digest('hex')
    .slice(0, 8);
  return entityTag({ revision, edition: 0 }, { mark });
}
