import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { Field } from '../../components/controls/field.tsx';
import { SelectField, TextField } from '../../components/controls/text-field.tsx';
import { Button } from '../../components/controls/button.tsx';
import { assetTexts } from '../../texts/assets.ts';
import { teamFormTexts } from '../../texts/teams/teams.ts';
import { TagChips } from '../assets/asset-tags.tsx';
import { ChoiceDialog } from '../assets/choice-dialog.tsx';
import { useTagNames } from '../tags/tag-names.ts';
import { teamsQuery } from '../teams/queries.ts';
import type { Team } from '../teams/queries.ts';
import { knownTypes } from './team-form.ts';
import type { TeamForm } from './team-form.ts';

export type FieldsProps = {
  teamId: string;
  form: TeamForm;
  /** What the server says of the last attempt to save. */
  error: Error | null;
  onChange: (part: Partial<TeamForm>) => void;
};

/** What a team is, where it belongs, and its tags. */
export function AboutFields({ teamId, form, error, onChange }: FieldsProps) {
  const { data: teams = [] } = useQuery(teamsQuery);
  return (
    <>
      <TextField
        label={teamFormTexts.name}
        problem={violationAt(error, 'name')}
        value={form.name}
        onChange={(name) => onChange({ name })}
      />
      <div className="pair-of-fields">
        <SelectField
          label={teamFormTexts.kind}
          problem={violationAt(error, 'type')}
          options={typeOptions(form.type)}
          value={form.type}
          onChange={(type) => onChange({ type })}
        />
        <SelectField
          label={teamFormTexts.parent}
          hint={teamFormTexts.parentHint}
          problem={violationAt(error, 'parent')}
          options={parentOptions(teamId, form.parent, teams)}
          value={form.parent}
          onChange={(parent) => onChange({ parent })}
        />
      </div>
      <Field
        label={teamFormTexts.description}
        hint={teamFormTexts.descriptionHint}
        problem={violationAt(error, 'description')}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={5}
            value={form.description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        )}
      </Field>
      <TagField tags={form.tags} onChange={(tags) => onChange({ tags })} />
    </>
  );
}

const isKnown = (type: string): boolean => knownTypes.some((known) => known === type);

const typeOptions = (type: string) => [
  ...(isKnown(type) ? [] : [{ value: type, name: teamFormTexts.otherKind(type) }]),
  ...knownTypes.map((known) => ({ value: known as string, name: known as string })),
];

/** All teams that may be above this one: not itself, and none below it. */
function parentOptions(teamId: string, parent: string, teams: readonly Team[]) {
  const below = new Set([teamId]);
  for (let size = 0; size < below.size;) {
    size = below.size;
    for (const team of teams) if (below.has(team.parent ?? '')) below.add(team.id);
  }
  const allowed = teams.filter(({ id }) => !below.has(id) || id === parent);
  const isListed = parent === '' || allowed.some(({ id }) => id === parent);
  return [
    { value: '', name: teamFormTexts.noParent },
    ...(isListed ? [] : [{ value: parent, name: parent }]),
    ...allowed.map(({ id, name }) => ({ value: id, name })),
  ];
}

type TagFieldProps = { tags: readonly string[]; onChange: (tags: readonly string[]) => void };

function TagField({ tags, onChange }: TagFieldProps) {
  const names = useTagNames(tags);
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="field">
      <span className="small medium">{teamFormTexts.tags}</span>
      <div className="row wrap tight">
        <TagChips
          tags={tags}
          names={names}
          onRemove={(removed) => onChange(tags.filter((tag) => tag !== removed))}
        />
        <Button compact onClick={() => setAdding(true)}>
          {assetTexts.addTag}
        </Button>
      </div>
      {isAdding && (
        <ChoiceDialog
          title={assetTexts.addTag}
          resourceType="TAG"
          searchLabel={assetTexts.tagSearch}
          none={assetTexts.tagNone}
          taken={new Set(tags)}
          takesNew
          error={null}
          onChoose={({ id }) => {
            setAdding(false);
            onChange([...tags, id]);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
