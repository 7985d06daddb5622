import { createHash } from 'node:crypto';
import { canonicalJson } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';

/** An entry of `members` of a team; further members of it are kept. */
export type TeamMember = JsonObject & {
  emailAddress: string;
  name?: string | null;
  role?: string | null;
};

/** The entry of a person to write; null removes them from the team. */
export type MemberChange = {
  /** In lower case. */
  email: string;
  entry: { role?: string | undefined; name?: string | undefined } | null;
};

/** The entries of a team in their order. */
export function membersOf({ members }: JsonObject): TeamMember[] {
  return Array.isArray(members) ? (members as TeamMember[]) : [];
}

/** The first entry of the person, whatever the case of their address. */
export function findMember(team: JsonObject, email: string): TeamMember | undefined {
  return membersOf(team).find((member) => isOf(member, email));
}

/**
 * The entity tag of an entry, without quotes. It is that of the entry and not of the team, so that changes of other people do not
 * fail the precondition.
 */
export function memberTag(member: TeamMember): string {
  return createHash('sha256').update(canonicalJson(member)).digest('hex').slice(0, 16);
}

/** The team with the entry of one person changed; a person who is listed twice keeps one entry. */
export function withChangedMember(team: JsonObject, { email, entry }: MemberChange): JsonObject {
  const members = membersOf(team);
  const others = members.filter((member) => !isOf(member, email));
  if (entry === null) return { ...team, members: others };
  const before = findMember(team, email);
  if (!before) return { ...team, members: [...others, { emailAddress: email, ...known(entry) }] };
  const { role: _, name: __, ...further } = before;
  const changed = { ...further, ...known(entry) };
  const kept = members.filter((member) => member === before || !isOf(member, email));
  return { ...team, members: kept.map((member) => (member === before ? changed : member)) };
}

const isOf = ({ emailAddress }: TeamMember, email: string): boolean =>
  typeof emailAddress === 'string' && emailAddress.toLowerCase() === email;

function known(entry: NonNullable<MemberChange['entry']>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(entry).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
