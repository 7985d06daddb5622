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
  return membersOf(team).find((member) => addressOf(member) === email);
}

/**
 * The entity tag of an entry, without quotes. It is that of the entry and not of the team, so that changes of other people do not
 * fail the precondition.
 */
export function memberTag(member: TeamMember): string {
  return createHash('sha256').update(canonicalJson(member)).digest('hex').slice(0, 16);
}

/** The team with the entries of these people changed; a person who is listed twice keeps one entry. */
export function withChangedMembers(team: JsonObject, changes: readonly MemberChange[]): JsonObject {
  const entries = new Map(changes.map(({ email, entry }) => [email, entry]));
  const kept = new Set<string>();
  const members = membersOf(team).flatMap((member) => {
    const email = addressOf(member);
    const entry = entries.get(email);
    if (entry === undefined) return [member];
    if (entry === null || kept.has(email)) return [];
    kept.add(email);
    const { role: _, name: __, ...further } = member;
    return [{ ...further, ...known(entry) }];
  });
  const added = [...entries].flatMap(([email, entry]) =>
    entry === null || kept.has(email) ? [] : [{ emailAddress: email, ...known(entry) }],
  );
  return { ...team, members: [...members, ...added] };
}

function addressOf({ emailAddress }: TeamMember): string {
  return typeof emailAddress === 'string' ? emailAddress.toLowerCase() : '';
}

function known(entry: NonNullable<MemberChange['entry']>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(entry).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
