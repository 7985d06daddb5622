import { useQuery } from '@tanstack/react-query';
import { Field } from '../../components/controls/field.tsx';
import { newTexts } from '../../texts/studio/new-document.ts';
import { useMe } from '../session/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { idOfName } from './templates.ts';

/** What every new document has. */
export type About = { name: string; team: string };

type AboutFieldsProps = {
  about: About;
  /** The name that an empty field stands for. */
  suggested?: string | undefined;
  problem: string | undefined;
  onChange: (about: About) => void;
};

/** The name and the owning team of a new document. */
export function AboutFields({ about, suggested = '', problem, onChange }: AboutFieldsProps) {
  const teams = useOwnTeams();
  const id = idOfName(about.name === '' ? suggested : about.name);
  const lacksTeam = problem === newTexts.teamMissing;
  return (
    <div className="new-about">
      <Field
        label={newTexts.name}
        problem={lacksTeam ? undefined : problem}
        {...(id !== '' && { hint: newTexts.nameHint(id) })}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            maxLength={200}
            placeholder={suggested}
            value={about.name}
            onChange={({ target }) => onChange({ ...about, name: target.value })}
          />
        )}
      </Field>
      <Field
        label={newTexts.team}
        problem={lacksTeam ? problem : undefined}
        {...(teams.length === 0 && { hint: newTexts.noTeam })}
      >
        {(control) => (
          <select
            {...control}
            className="input"
            value={about.team}
            onChange={({ target }) => onChange({ ...about, team: target.value })}
          >
            <option value="">{newTexts.teamFirst}</option>
            {teams.map(({ id: team, name }) => (
              <option key={team} value={team}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

/** The teams for which somebody can write: their own, and all of them for who acts for the organization. */
function useOwnTeams(): readonly { id: string; name: string }[] {
  const me = useMe();
  const isForAll = me?.may.organization === true;
  const all = useQuery({ ...teamsQuery, enabled: isForAll }).data ?? [];
  return isForAll ? all : (me?.teams ?? []);
}
