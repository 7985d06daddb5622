import type { JsonObject } from '../../lib/json.ts';

/**
 * Who in a team gets its notices: its Owners, else all members. Addresses are in lower case, as everywhere here they
 * name people, and each stands once.
 */
export function recipientsOf(team: JsonObject): string[] {
  const members = (Array.isArray(team['members']) ? team['members'] : []) as JsonObject[];
  const owners = members.filter(({ role }) => role === 'Owner');
  const told = addressesOf(owners);
  return told.length > 0 ? told : addressesOf(members);
}

function addressesOf(members: readonly JsonObject[]): string[] {
  const addresses = members.map(({ emailAddress }) =>
    typeof emailAddress === 'string' ? emailAddress.trim().toLowerCase() : '',
  );
  return [...new Set(addresses.filter((address) => address !== ''))];
}
