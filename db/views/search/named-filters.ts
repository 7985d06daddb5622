import type {
  FilterName as TextFilterName,
  TextFilters,
} from '../../../domain/documents/text-filters.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import type { FacetValues } from './filters.ts';
import { listTeamsNamed } from '../documents/team-tree.ts';

/** Filters whose values are teams, by id or name. */
const teamFilters: readonly TextFilterName[] = ['team', 'domain'];

/**
 * The values of a search with those that its text names. Teams may be named by id or name; other values are also tried in lower case
 * and as `Active`. Both the text and the parameters must hold: what they do not share matches nothing.
 */
export async function withTextFilters(
  db: Db,
  organizationId: OrganizationId,
  values: FacetValues,
  filters: TextFilters,
): Promise<FacetValues> {
  const all: FacetValues = { ...values };
  for (const [key, named = []] of Object.entries(filters)) {
    const name = key as TextFilterName;
    const ids = teamFilters.includes(name)
      ? await Promise.all(named.map((team) => teamsNamed(db, organizationId, team)))
      : named.map(spellingsOf);
    all[name] = sharedValues(values[name], ids.flat());
  }
  return all;
}

async function teamsNamed(db: Db, organizationId: OrganizationId, name: string): Promise<string[]> {
  return [name, name.toLowerCase(), ...(await listTeamsNamed(db, organizationId, name))];
}

function spellingsOf(value: string): string[] {
  const lower = value.toLowerCase();
  return [...new Set([value, lower, lower.charAt(0).toUpperCase() + lower.slice(1)])];
}

function sharedValues(given: readonly string[] | undefined, named: readonly string[]): string[] {
  if (given === undefined || given.length === 0) return [...named];
  const shared = named.filter((value) => given.includes(value));
  return shared.length > 0 ? shared : [''];
}
