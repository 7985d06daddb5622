import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { SelectField, TextField } from '../../components/controls/text-field.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { apiKeyTexts } from '../../texts/organization/keys.ts';
import { teamsQuery } from '../teams/queries.ts';
import { useCreateApiKey } from './changes.ts';
import { keyScopes } from './key-search.ts';
import type { ApiKey } from './queries.ts';
import { ShownKey } from './shown-key.tsx';

type Form = {
  name: string;
  scope: ApiKey['scope'];
  team: string;
  person: string;
  expires: string;
};

const empty: Form = { name: '', scope: 'team', team: '', person: '', expires: '' };
const scopes = keyScopes.map((value) => ({ value, name: apiKeyTexts.scopes[value] }));

/** Whom the key acts for is missing. */
const isOpen = ({ scope, team, person }: Form): boolean =>
  (scope.startsWith('team') && team === '') || (scope.startsWith('user') && person.trim() === '');

const bodyOf = ({ name, scope, team, person, expires }: Form) => ({
  displayName: name.trim(),
  scope,
  ...(scope.startsWith('team') && { teamId: team }),
  ...(scope.startsWith('user') && { email: person.trim() }),
  expiresAt: expires || null,
});

/** Creates a key of the organization, a team or a person, and shows it once. */
export function CreateApiKey({ onClose }: { onClose: () => void }) {
  const create = useCreateApiKey();
  const { key, renew } = useIdempotencyKey();
  const [form, setForm] = useState<Form>(empty);
  if (create.data !== undefined) {
    const { displayName, key: secret } = create.data;
    return <ShownKey name={displayName} secret={secret} onStored={onClose} />;
  }
  const submit = () => {
    create.mutate({ body: bodyOf(form), key }, { onError: renew });
  };
  return (
    <FormDialog
      title={apiKeyTexts.createTitle}
      action={apiKeyTexts.createAction}
      isIncomplete={form.name.trim() === '' || isOpen(form)}
      isPending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={apiKeyTexts.name}
        hint={apiKeyTexts.nameHint}
        problem={violationAt(create.error, 'displayName')}
        isFirst
        value={form.name}
        onChange={(name) => setForm({ ...form, name })}
      />
      <SelectField
        label={apiKeyTexts.actsFor}
        options={scopes}
        value={form.scope}
        onChange={(scope) => setForm({ ...form, scope: scope as ApiKey['scope'] })}
      />
      <Whom form={form} error={create.error} onChange={setForm} />
      <TextField
        label={apiKeyTexts.expires}
        hint={apiKeyTexts.expiresHint}
        problem={violationAt(create.error, 'expiresAt')}
        type="date"
        value={form.expires}
        onChange={(expires) => setForm({ ...form, expires })}
      />
    </FormDialog>
  );
}

type WhomProps = { form: Form; error: Error | null; onChange: (form: Form) => void };

/** The team or the person that the key acts for. */
function Whom({ form, error, onChange }: WhomProps) {
  const isOfTeam = form.scope.startsWith('team');
  const teams = useQuery({ ...teamsQuery, enabled: isOfTeam }).data ?? [];
  if (isOfTeam) {
    const options = teams.map(({ id, name }) => ({ value: id, name }));
    return (
      <SelectField
        label={apiKeyTexts.team}
        problem={violationAt(error, 'teamId')}
        options={[{ value: '', name: apiKeyTexts.chooseTeam }, ...options]}
        value={form.team}
        onChange={(team) => onChange({ ...form, team })}
      />
    );
  }
  if (form.scope.startsWith('user')) {
    return (
      <TextField
        label={apiKeyTexts.person}
        problem={violationAt(error, 'email')}
        type="email"
        value={form.person}
        onChange={(person) => onChange({ ...form, person })}
      />
    );
  }
  return form.scope === 'organization' ? (
    <p className="note warn">{apiKeyTexts.organizationWarning}</p>
  ) : null;
}
