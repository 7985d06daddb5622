import { useQuery } from '@tanstack/react-query';
import { studioTexts } from '../../texts/studio/studio.ts';
import { useMe } from '../session/queries.ts';
import { teamsQuery } from '../teams/queries.ts';

type TeamSwitchProps = { team: string | undefined; onChange: (team: string | undefined) => void };

/** One of the own teams; those who act for the whole organization choose among all. */
export function TeamSwitch({ team, onChange }: TeamSwitchProps) {
  const me = useMe();
  const actsForAll = me !== undefined && me.teams.length === 0;
  const all = useQuery({ ...teamsQuery, enabled: actsForAll }).data;
  const teams = actsForAll ? (all ?? []) : (me?.teams ?? []);
  if (teams.length < 2 && team === undefined) return null;
  return (
    <select
      className="input team-switch"
      aria-label={studioTexts.team}
      value={team ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{actsForAll ? studioTexts.everyTeam : studioTexts.allTeams}</option>
      {teams.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
