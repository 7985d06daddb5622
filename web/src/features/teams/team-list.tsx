import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Avatar } from '../../components/data/avatar.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { teamTexts } from '../../texts/teams/teams.ts';
import type { Team } from './queries.ts';
import { findInTree, teamTree } from './team-tree.ts';
import type { TeamNode } from './team-tree.ts';

type TeamListProps = {
  teams: readonly Team[];
  words: string;
  onFilter: (words: string) => void;
};

/** Larger trees begin with their branches closed. */
const maxOpenTeams = 200;

/** The tree of teams; a search keeps the path to each team that it finds. */
export function TeamList({ teams, words, onFilter }: TeamListProps) {
  const tree = useMemo(() => teamTree(teams), [teams]);
  const found = useMemo(() => (words === '' ? tree : findInTree(tree, words)), [tree, words]);
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
      <div className="card team-tree">
        {found.length === 0 ? (
          <EmptyState sort="filtered-away" onClear={() => onFilter('')} />
        ) : (
          <Level
            key={words}
            nodes={found}
            label={teamTexts.title}
            isOpen={words !== '' || teams.length <= maxOpenTeams}
          />
        )}
      </div>
    </div>
  );
}

type LevelProps = {
  nodes: readonly TeamNode[];
  id?: string;
  label?: string;
  /** True if the teams below are shown at first. */
  isOpen: boolean;
};

const step = 100;

/** Teams of one level; of many, the first hundred. */
function Level({ nodes, id, label, isOpen }: LevelProps) {
  const [shown, setShown] = useState(step);
  const more = Math.min(step, nodes.length - shown);
  return (
    <ul id={id} aria-label={label}>
      {nodes.slice(0, shown).map((node) => (
        <Branch key={node.team.id} node={node} isOpen={isOpen} />
      ))}
      {more > 0 && (
        <li className="team-tree-more">
          <Button compact onClick={() => setShown(shown + step)}>
            {teamTexts.showMore(more)}
          </Button>
        </li>
      )}
    </ul>
  );
}

function Branch({ node: { team, below }, isOpen }: { node: TeamNode; isOpen: boolean }) {
  const [isShown, setShown] = useState(isOpen);
  const id = useId();
  return (
    <li>
      <div className="team-tree-row">
        {below.length === 0 ? (
          <span className="team-toggle" />
        ) : (
          <button
            type="button"
            className="team-toggle"
            aria-label={teamTexts.teamsBelow(team.name, below.length)}
            aria-expanded={isShown}
            aria-controls={isShown ? id : undefined}
            onClick={() => setShown(!isShown)}
          >
            <IconChevronRight size={16} aria-hidden />
          </button>
        )}
        <TeamLine team={team} />
      </div>
      {isShown && below.length > 0 && <Level id={id} nodes={below} isOpen={isOpen} />}
    </li>
  );
}

function TeamLine({ team }: { team: Team }) {
  return (
    <Link className="team-line" to="/teams/$id/{-$tab}" params={{ id: team.id }}>
      <Avatar square name={team.name} />
      <span>
        <span className="medium ellipsis">{team.name}</span>
        <span className="tiny faint ellipsis">{team.type}</span>
      </span>
      <span className="small faint push">{teamTexts.memberCount(team.members?.length ?? 0)}</span>
    </Link>
  );
}
