import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { violationAt } from '../../../api/problem.ts';
import { Field } from '../../../components/controls/field.tsx';
import { SelectField, TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { gitCredentialTexts, gitFormTexts } from '../../../texts/git.ts';
import { usePutGitConnection } from '../changes.ts';
import { credentialsQuery } from '../queries.ts';
import type { GitConnection, GitSubject } from '../queries.ts';
import { typeOfAddress } from './type-of-address.ts';
import type { GitType } from './type-of-address.ts';

type ConnectionDialogProps = {
  subject: GitSubject;
  ownerId: string | undefined;
  /** Undefined for a document that is not connected yet. */
  connection?: GitConnection;
  onClose: () => void;
};

const types = Object.entries(gitCredentialTexts.types).map(([value, name]) => ({ value, name }));

const formOf = (connection: GitConnection | undefined) => ({
  repositoryUrl: connection?.repositoryUrl ?? '',
  repositoryBranch: connection?.repositoryBranch ?? 'main',
  repositoryPath: connection?.repositoryPath ?? '',
  credential: connection?.gitCredentialExternalId ?? '',
});

type Form = ReturnType<typeof formOf>;

function bodyOf({ credential, ...target }: Form, gitConnectionType: GitType) {
  const name = credential.trim();
  return { ...target, gitConnectionType, ...(name !== '' && { gitCredentialExternalId: name }) };
}

/** Connects a document with a file, or with another one. */
export function ConnectionDialog(props: ConnectionDialogProps) {
  const { subject, ownerId, connection, onClose } = props;
  const put = usePutGitConnection(subject);
  const [form, setForm] = useState(formOf(connection));
  // The host of the address decides until somebody chooses.
  const [chosen, setChosen] = useState<GitType | undefined>(connection?.gitConnectionType);
  const type = chosen ?? typeOfAddress(form.repositoryUrl);
  const { credential, ...target } = form;
  const line = (field: keyof typeof target, label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      isMono
      isFirst={field === 'repositoryUrl'}
      problem={violationAt(put.error, field)}
      value={form[field]}
      onChange={(value) => setForm({ ...form, [field]: value.trim() })}
    />
  );
  return (
    <FormDialog
      title={connection === undefined ? gitFormTexts.title : gitFormTexts.changeTitle}
      action={connection === undefined ? gitFormTexts.action : gitFormTexts.changeAction}
      isIncomplete={Object.values(target).includes('')}
      isPending={put.isPending}
      error={put.error}
      onClose={onClose}
      onSubmit={() => put.mutate(bodyOf(form, type), { onSuccess: onClose })}
    >
      {line('repositoryUrl', gitFormTexts.url, gitFormTexts.urlHint)}
      <SelectField
        label={gitFormTexts.type}
        options={types}
        problem={violationAt(put.error, 'gitConnectionType')}
        value={type}
        onChange={(value) => setChosen(value as GitType)}
      />
      {line('repositoryBranch', gitFormTexts.branch)}
      {line('repositoryPath', gitFormTexts.path, gitFormTexts.pathHints[subject.kind])}
      <CredentialField
        ownerId={ownerId}
        value={credential}
        problem={violationAt(put.error, 'gitCredentialExternalId')}
        onChange={(value) => setForm({ ...form, credential: value })}
      />
      <p className="tiny faint">{gitFormTexts.nothingChanges}</p>
    </FormDialog>
  );
}

type CredentialFieldProps = {
  ownerId: string | undefined;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
};

/** The name of a credential, which the credentials of the owning team complete; those of the organization only Owners may list. */
function CredentialField({ ownerId, value, problem, onChange }: CredentialFieldProps) {
  const list = useId();
  const found = useQuery({ ...credentialsQuery(ownerId ?? ''), enabled: ownerId !== undefined });
  return (
    <Field label={gitFormTexts.credential} hint={gitFormTexts.credentialHint} problem={problem}>
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            autoComplete="off"
            list={list}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={list}>
            {(found.data ?? []).map(({ id, externalId, tokenName }) => (
              <option key={id} value={externalId ?? id}>
                {tokenName ?? externalId}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
