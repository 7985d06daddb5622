import type { SessionOwner } from '../../db/tables/organizations/ui-sessions.ts';
import { principalOfPerson } from '../../domain/organizations/people.ts';
import type { Principal } from '../../domain/principal.ts';
import { principalOf } from '../keys/key-principal.ts';

/** The principal of a session: that of its key, or of its person, with their current rights. */
export function principalOfSession(owner: SessionOwner): Principal {
  return 'key' in owner ? principalOf(owner.key) : principalOfPerson(owner.person);
}
