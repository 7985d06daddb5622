import { Modal } from '@mantine/core';
import { useState } from 'react';
import { violationAt } from '../../../api/problem.ts';
import { SelectField, TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { SecretOnce } from '../../../components/dialogs/secret-once.tsx';
import { keyTexts } from '../../../texts/teams/team-parts.ts';
import { useCreateKey } from '../changes.ts';
import type { KeyRequest } from '../changes.ts';
import type { NamedTeam } from '../queries.ts';

const scopes = Object.entries(keyTexts.scopes).map(([value, name]) => ({ value, name }));

/** Creates a key, and shows it once. */
export function CreateKey({ team, onClose }: { team: NamedTeam; onClose: () => void }) {
  const create = useCreateKey(team.id);
  const [form, setForm] = useState<KeyRequest>({ displayName: '', scope: 'team', expiresAt: null });
  if (create.data !== undefined) {
    return (
      <Modal
        opened
        onClose={() => undefined}
        withCloseButton={false}
        title={keyTexts.created(create.data.displayName)}
      >
        <SecretOnce secret={create.data.key} what={keyTexts.theKey} onStored={onClose} />
      </Modal>
    );
  }
  const submit = () => create.mutate({ ...form, displayName: form.displayName.trim() });
  return (
    <FormDialog
      title={keyTexts.createTitle(team.name)}
      action={keyTexts.createAction}
      isIncomplete={form.displayName.trim() === ''}
      isPending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={keyTexts.name}
        hint={keyTexts.nameHint}
        isFirst
        value={form.displayName}
        onChange={(displayName) => setForm({ ...form, displayName })}
      />
      <SelectField
        label={keyTexts.scope}
        options={scopes}
        value={form.scope}
        onChange={(scope) => setForm({ ...form, scope: scope === 'team' ? scope : 'team_read' })}
      />
      <TextField
        label={keyTexts.expires}
        hint={keyTexts.expiresHint}
        problem={violationAt(create.error, 'expiresAt')}
        type="date"
        value={form.expiresAt ?? ''}
        onChange={(day) => setForm({ ...form, expiresAt: day || null })}
      />
    </FormDialog>
  );
}
