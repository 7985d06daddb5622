import { useState } from 'react';
import { violationAt } from '../../../api/problem.ts';
import { TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import type { components } from '../../../api/schema.d.ts';
import { connectionTexts } from '../../../texts/teams/team-parts.ts';
import { usePutConnection } from '../changes.ts';
import { CredentialFields, newCredential } from './credential-fields.tsx';
import type { Credential } from './credential-fields.tsx';

type Connection = components['schemas']['TeamConnectionRead'];
type ConnectionDialogProps = { teamId: string; connection?: Connection; onClose: () => void };
type Form = { id: string; serverType: string; place: string; credentials: readonly Credential[] };

const newForm: Form = { id: '', serverType: '', place: '', credentials: [newCredential] };

const formOf = ({ id, serverType, place, credentials }: Connection): Form => ({
  id,
  serverType,
  place,
  credentials: credentials.map((name) => ({ name, value: '', isSet: true })),
});

const isIncomplete = ({ id, serverType, place }: Form): boolean =>
  [id, serverType, place].some((text) => text.trim() === '');

/** Credentials that are set stay when no value is typed. */
function toWrite({ credentials, ...form }: Form) {
  const typed = credentials.filter(({ name, value }) => name.trim() !== '' && value !== '');
  if (typed.length === 0) return form;
  const values = typed.map(({ name, value }) => [name.trim(), value]);
  return { ...form, credentials: Object.fromEntries(values) as Record<string, string> };
}

/** Adds or changes a connection. */
export function ConnectionDialog({ teamId, connection, onClose }: ConnectionDialogProps) {
  const put = usePutConnection(teamId);
  const [form, setForm] = useState(connection === undefined ? newForm : formOf(connection));
  const line = (field: 'id' | 'serverType' | 'place', label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      problem={violationAt(put.error, field)}
      value={form[field]}
      onChange={(value) => setForm({ ...form, [field]: value })}
    />
  );
  const { add, changeLabel } = connectionTexts;
  return (
    <FormDialog
      title={connection === undefined ? add : changeLabel(connection.id)}
      action={connectionTexts.addAction}
      isIncomplete={isIncomplete(form)}
      isPending={put.isPending}
      error={put.error}
      onClose={onClose}
      onSubmit={() => put.mutate(toWrite(form), { onSuccess: onClose })}
    >
      {connection === undefined && line('id', connectionTexts.id, connectionTexts.idHint)}
      {line('serverType', connectionTexts.serverType, connectionTexts.serverTypeHint)}
      {line('place', connectionTexts.place)}
      <CredentialFields
        credentials={form.credentials}
        onChange={(credentials) => setForm({ ...form, credentials })}
      />
    </FormDialog>
  );
}
