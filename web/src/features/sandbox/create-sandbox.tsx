import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { sandboxTexts } from '../../texts/develop/sandbox.ts';
import { useCreateSandbox } from './changes.ts';

const empty = { name: '', platform: 'postgres', roles: 'reader', start: '', end: '' };

/** Creates a fake access, and goes to it. */
export function CreateSandbox({ onClose }: { onClose: () => void }) {
  const create = useCreateSandbox();
  const navigate = useNavigate();
  const [form, setForm] = useState(empty);
  const change = (next: Partial<typeof empty>) => setForm({ ...form, ...next });
  const submit = () => {
    const { name, platform, roles, start, end } = form;
    const body = {
      name: name.trim(),
      platform: platform.trim(),
      roles: roles.split(',').flatMap((role) => role.trim() || []),
      ...(start !== '' && { startDate: start }),
      ...(end !== '' && { endDate: end }),
    };
    create.mutate(body, {
      onSuccess: ({ id }) => void navigate({ to: '/develop/sandbox/$id', params: { id } }),
    });
  };
  return (
    <FormDialog
      title={sandboxTexts.createTitle}
      action={sandboxTexts.createAction}
      isIncomplete={form.name.trim() === '' || form.platform.trim() === ''}
      isPending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <Fields form={form} error={create.error} onChange={change} />
    </FormDialog>
  );
}

type FieldsProps = {
  form: typeof empty;
  error: Error | null;
  onChange: (next: Partial<typeof empty>) => void;
};

function Fields({ form, error, onChange }: FieldsProps) {
  const problem = (field: string) => violationAt(error, field);
  return (
    <>
      <TextField
        label={sandboxTexts.name}
        hint={sandboxTexts.nameHint}
        isFirst
        problem={problem('name')}
        value={form.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label={sandboxTexts.platform}
        hint={sandboxTexts.platformHint}
        problem={problem('platform')}
        value={form.platform}
        onChange={(platform) => onChange({ platform })}
      />
      <TextField
        label={sandboxTexts.roles}
        hint={sandboxTexts.rolesHint}
        problem={problem('roles')}
        value={form.roles}
        onChange={(roles) => onChange({ roles })}
      />
      <TextField
        label={sandboxTexts.start}
        hint={sandboxTexts.startHint}
        problem={problem('startDate')}
        type="date"
        value={form.start}
        onChange={(start) => onChange({ start })}
      />
      <TextField
        label={sandboxTexts.end}
        hint={sandboxTexts.endHint}
        problem={problem('endDate')}
        type="date"
        value={form.end}
        onChange={(end) => onChange({ end })}
      />
    </>
  );
}
