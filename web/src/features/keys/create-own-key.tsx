import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { SelectField, TextField } from '../../components/controls/text-field.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { apiKeyTexts } from '../../texts/organization/keys.ts';
import { useCreateOwnKey } from './changes.ts';
import type { OwnKeyRequest } from './changes.ts';
import { ShownKey } from './shown-key.tsx';

const scopes = Object.entries(apiKeyTexts.ownScopes).map(([value, name]) => ({ value, name }));

type CreateOwnKeyProps = { onClose: () => void; onCreated?: (name: string) => void };

/** Creates a key that acts for the signed-in person, and shows it once. */
export function CreateOwnKey({ onClose, onCreated }: CreateOwnKeyProps) {
  const create = useCreateOwnKey();
  const { key, renew } = useIdempotencyKey();
  const [form, setForm] = useState<OwnKeyRequest>({ displayName: '', scope: 'user' });
  if (create.data !== undefined) {
    const { displayName, key: secret } = create.data;
    const stored = () => {
      onCreated?.(displayName);
      onClose();
    };
    return <ShownKey name={displayName} secret={secret} onStored={stored} />;
  }
  const body = { ...form, displayName: form.displayName.trim() };
  return (
    <FormDialog
      title={apiKeyTexts.createTitle}
      action={apiKeyTexts.createAction}
      isIncomplete={body.displayName === ''}
      isPending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutate({ body, key }, { onError: renew })}
    >
      <TextField
        label={apiKeyTexts.name}
        hint={apiKeyTexts.nameHint}
        problem={violationAt(create.error, 'displayName')}
        isFirst
        value={form.displayName}
        onChange={(displayName) => setForm({ ...form, displayName })}
      />
      <SelectField
        label={apiKeyTexts.actsFor}
        options={scopes}
        value={form.scope}
        onChange={(scope) => setForm({ ...form, scope: scope === 'user' ? scope : 'user_read' })}
      />
      <TextField
        label={apiKeyTexts.expires}
        hint={apiKeyTexts.expiresHint}
        problem={violationAt(create.error, 'expiresAt')}
        type="date"
        value={form.expiresAt ?? ''}
        onChange={(day) => setForm({ ...form, expiresAt: day || null })}
      />
    </FormDialog>
  );
}
