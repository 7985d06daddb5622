import { createHash } from 'node:crypto';
import type { ShownAccess } from '../../domain/access/access.ts';
import { entityTag } from './entity-tags.ts';

/**
 * The entity tag of an access. It includes the teams that own the products now, and all names, because they change without a new
 * revision of the access.
 */
export function accessTag(access: ShownAccess): string {
  const { providerTeamId, providerTeamName, providerProductName, requestedByName } = access;
  const { consumerTeamId, consumerTeamName, consumerProductName, consumerUserName, decidedByName } =
    access;
  const provider = [providerTeamId, providerTeamName, providerProductName];
  const consumer = [consumerTeamId, consumerTeamName, consumerProductName, consumerUserName];
  const mark = createHash('sha256')
    .update(JSON.stringify([...provider, ...consumer, requestedByName, decidedByName]))
    .digest('hex')
    .slice(0, 8);
  return entityTag({ revision: access.revision, edition: 0 }, { mark });
}
