import type { OrganizationId } from '../../../domain/principal.ts';
import type { NamedTeam, Request } from '../../../domain/search/sentences.ts';
import type { Db } from '../../connect.ts';
import { listTeamsBelow, listTeamsNamed } from '../documents/team-tree.ts';

type FoundTeams = {
  isKnown: boolean;
  /** Ids that an owner may have: also the name itself, because a document can name an owner that is not stored. */
  ids: string[];
  /** These teams and all teams below them. */
  below: string[];
};

/**
 * Sets of owning teams that a sentence asks for. A certain owner that is unknown owns nothing; undefined if a possible
 * owner is unknown, because then its words are no name.
 */
export async function resolveOwners(
  db: Db,
  organizationId: OrganizationId,
  { owner, isOwnerCertain, domain }: Request,
): Promise<string[][] | undefined> {
  const sets: string[][] = [];
  if (owner) {
    const teams = await findTeams(db, organizationId, owner);
    if (!isOwnerCertain && !teams.every(({ isKnown }) => isKnown)) return undefined;
    sets.push(teams.flatMap(({ ids }) => ids));
  }
  if (domain) {
    const teams = await findTeams(db, organizationId, domain);
    sets.push(teams.flatMap(({ ids, below }) => [...ids, ...below]));
  }
  return sets;
}

/** The team with the whole name, else those of its parts: a name may contain `and`. */
async function findTeams(
  db: Db,
  organizationId: OrganizationId,
  { name, parts }: NamedTeam,
): Promise<FoundTeams[]> {
  const find = async (called: string): Promise<FoundTeams> => {
    const named = await listTeamsNamed(db, organizationId, called);
    const ids = [called, called.toLowerCase(), ...named];
    const below = await listTeamsBelow(db, organizationId, ids);
    return { isKnown: below.length > 0, ids, below };
  };
  const whole = await find(name);
  if (whole.isKnown || parts.length < 2) return [whole];
  return Promise.all(parts.map(find));
}
