import type { JsonObject } from '../../lib/json/json.ts';

/** The recipients of a team's notices: its Owners, else all members. Addresses are in lower case, each once. */
export function recipientsOf(team: JsonObject): string[] {
  const members = (Array.isArray(team['members']) ? team['members'] : []) as JsonObject[];
  const owners = members.filter(({ role }) => role === 'Owner');
  const ownerAddresses = addressesOf(owners);
  return ownerAddresses.length > 0 ? ownerAddresses : addressesOf(members);
}

function addressesOf(members: readonly JsonObject[]): string[] {
  const addresses = members.map(({ emailAddress }) =>
    typeof emailAddress === 'string' ? emailAddress.trim().toLowerCase() : '',
  );
  return [...new Set(addresses.filter((address) => address !== ''))];
}
