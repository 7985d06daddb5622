import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { SelectField, TextField } from '../../../components/controls/text-field.tsx';
import { IdChip } from '../../../components/documents/id-chip.tsx';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { seesAll, useMe } from '../../session/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import type { AssetSource } from '../queries.ts';
import { idOfName } from './integration-form.ts';
import type { Wizard } from './use-wizard.ts';

type SourceStepProps = { wizard: Wizard; sources: readonly AssetSource[] };

/** Which platform, and what the integration is called. */
export function SourceStep({ wizard, sources }: SourceStepProps) {
  const { form, stored, source, problems, change } = wizard;
  const rename = (name: string) => {
    const followsName = stored === undefined && form.id === idOfName(form.name);
    change({ name, ...(followsName && { id: idOfName(name) }) });
  };
  return (
    <>
      {stored === undefined ? (
        <Platforms wizard={wizard} sources={sources} />
      ) : (
        <p className="row wrap">
          <span className="medium">{source?.title ?? form.source}</span>
          <IdChip id={form.id} />
        </p>
      )}
      <div className="schema-form">
        <TextField
          label={`${wizardTexts.name} *`}
          hint={wizardTexts.nameHint}
          problem={problems['name']}
          value={form.name}
          onChange={rename}
        />
        {stored === undefined && (
          <TextField
            label={`${wizardTexts.id} *`}
            hint={wizardTexts.idHint}
            problem={problems['externalId']}
            isMono
            value={form.id}
            onChange={(id) => change({ id })}
          />
        )}
        <TeamField wizard={wizard} />
      </div>
    </>
  );
}

/** Those who act for the organization choose among all teams, others among their own. */
function TeamField({ wizard: { form, problems, change } }: { wizard: Wizard }) {
  const me = useMe();
  const actsForAll = me !== undefined && (seesAll(me) || me.isOwner);
  const all = useQuery({ ...teamsQuery, enabled: actsForAll }).data ?? [];
  const teams: readonly { id: string; name: string }[] = actsForAll ? all : (me?.teams ?? []);
  const isKnown = form.team === '' || teams.some(({ id }) => id === form.team);
  return (
    <SelectField
      label={wizardTexts.team}
      hint={wizardTexts.teamHint}
      problem={problems['owningTeamExternalId']}
      value={form.team}
      options={[
        { value: '', name: wizardTexts.noTeam },
        ...(isKnown ? [] : [{ value: form.team, name: form.team }]),
        ...teams.map(({ id, name }) => ({ value: id, name })),
      ]}
      onChange={(team) => change({ team })}
    />
  );
}

function Platforms({ wizard: { form, problems, change }, sources }: SourceStepProps) {
  const [words, setWords] = useState('');
  const group = useId();
  const wanted = words.trim().toLowerCase();
  const shown = sources.filter(({ name, title }) =>
    `${name} ${title}`.toLowerCase().includes(wanted),
  );
  return (
    <fieldset className="platforms">
      <legend className="small medium">{wizardTexts.platform} *</legend>
      <input
        type="search"
        className="input"
        aria-label={wizardTexts.searchSources}
        placeholder={wizardTexts.searchSources}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {shown.length === 0 && <p className="small faint">{wizardTexts.noSource}</p>}
      <div className="platform-cards">
        {shown.map(({ name, title, triedAgainst }) => (
          <label key={name} className="platform-card">
            <input
              type="radio"
              name={group}
              checked={form.source === name}
              onChange={() => change({ source: name, values: {} })}
            />
            <span className="medium">{title}</span>
            <span className="tiny faint">{wizardTexts.tried(triedAgainst)}</span>
          </label>
        ))}
      </div>
      {problems['source'] !== undefined && <p className="field-problem">{problems['source']}</p>}
    </fieldset>
  );
}
