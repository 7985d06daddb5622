import { Link } from '@tanstack/react-router';
import { Avatar } from '../../components/data/avatar.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { VirtualRows } from '../../components/data/virtual-rows.tsx';
import { teamTexts } from '../../texts/teams.ts';
import type { Team } from './queries.ts';

type TeamListProps = {
  teams: readonly Team[];
  words: string;
  onFilter: (words: string) => void;
};

/** Teams by name; long lists exist only where one looks. */
export function TeamList({ teams, words, onFilter }: TeamListProps) {
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  const found = teams.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  if (teams.length === 0) {
    return (
      <EmptyState sort="nothing-yet" title={teamTexts.none}>
        {teamTexts.noneHint}
      </EmptyState>
    );
  }
  return (
    <div className="stack team-list">
      <input
        type="search"
        className="input"
        aria-label={teamTexts.filter}
        placeholder={teamTexts.filter}
        value={words}
        onChange={({ target }) => onFilter(target.value)}
      />
      <div className="card">
        {found.length === 0 ? (
          <EmptyState sort="filtered-away" onClear={() => onFilter('')} />
        ) : (
          <VirtualRows rows={found} keyOf={({ id }) => id} rowHeight={61} label={teamTexts.title}>
            {(team) => <TeamLine team={team} parent={names.get(team.parent ?? '')} />}
          </VirtualRows>
        )}
      </div>
    </div>
  );
}

function TeamLine({ team, parent }: { team: Team; parent: string | undefined }) {
  return (
    <Link className="team-line" to="/teams/$id/{-$tab}" params={{ id: team.id }}>
      <Avatar square name={team.name} />
      <span>
        <span className="medium ellipsis">{team.name}</span>
        <span className="tiny faint ellipsis">
          {parent === undefined ? team.type : `${team.type} · ${teamTexts.parent} ${parent}`}
        </span>
      </span>
      <span className="small faint push">{teamTexts.memberCount(team.members?.length ?? 0)}</span>
    </Link>
  );
}
