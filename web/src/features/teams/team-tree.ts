import type { components } from '../../api/schema.d.ts';

type Team = components['schemas']['Team'];

/** A team with the teams below it, by name. */
export type TeamNode = { team: Team; below: readonly TeamNode[] };

/** Teams below the teams that they are part of. A team whose parent is unknown, or below itself, is at the top. */
export function teamTree(teams: readonly Team[]): TeamNode[] {
  const ids = new Set(teams.map(({ id }) => id));
  const below = new Map<string, Team[]>();
  for (const team of teams) {
    const parent = team.parent ?? '';
    const siblings = below.get(parent);
    if (siblings === undefined) below.set(parent, [team]);
    else siblings.push(team);
  }
  const seen = new Set<string>();
  const nodeOf = (team: Team): TeamNode => {
    seen.add(team.id);
    const unseen = (below.get(team.id) ?? []).filter(({ id }) => !seen.has(id));
    return { team, below: unseen.map(nodeOf) };
  };
  const roots = teams.filter(({ parent }) => !ids.has(parent ?? '')).map(nodeOf);
  const circular = teams.flatMap((team) => (seen.has(team.id) ? [] : [nodeOf(team)]));
  return [...roots, ...circular];
}

/** The teams whose name has the words, with the path to them; a team that is found keeps what is below it only if that is found too. */
export function findInTree(nodes: readonly TeamNode[], words: string): TeamNode[] {
  const wanted = words.trim().toLowerCase();
  return nodes.flatMap(({ team, below }) => {
    const found = findInTree(below, wanted);
    return found.length > 0 || team.name.toLowerCase().includes(wanted)
      ? [{ team, below: found }]
      : [];
  });
}
