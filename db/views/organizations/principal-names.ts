import { personPrefix } from '../../../domain/organizations/people.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { isUuid } from '../../../lib/ids.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { contactName, joinPerson } from '../messaging/contact-names.ts';
import { listPersonNames } from './person-names.ts';

const list = {
  name: 'principal-names',
  text: `select 'api-key:' || id as principal, display_name as name, null as email from api_keys
      where organization_id = $1 and id = any($2::uuid[])
    union all
    select 'user:' || id, name, email from people where organization_id = $1 and id = any($3::uuid[])
    union all
    select 'contact:' || c.id, ${contactName('c', 'p')}, null from contacts c ${joinPerson('c', 'p')}
      where c.organization_id = $1 and c.id = any($4::text[])`,
};

type Row = { principal: string; name: string | null; email: string | null };

/**
 * Names for people of the given principals: names of keys, people and contacts. People whose sign-in gave no name have that of
 * their teams, or else their address. Those that are unknown or deleted have none.
 */
export async function listPrincipalNames(
  db: Db,
  organizationId: OrganizationId,
  principals: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map([['system', 'Concordat']]);
  const idsOf = (prefix: string): string[] => [
    ...new Set(
      principals.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
    ),
  ];
  const [keys, people] = [idsOf('api-key:').filter(isUuid), idsOf(personPrefix).filter(isUuid)];
  const contacts = idsOf('contact:');
  if (keys.length + people.length + contacts.length === 0) return names;
  const values = [organizationId, keys, people, contacts];
  const rows = await runStatement<Row>(db, list, values);
  const nameless = rows.flatMap(({ name, email }) => (name === null && email ? [email] : []));
  const inTeams = await listPersonNames(db, organizationId, nameless);
  for (const { principal, name, email } of rows) {
    names.set(principal, name ?? inTeams.get(email ?? '')?.name ?? email ?? principal);
  }
  return names;
}
