import { useState } from 'react';
import { violationAt } from '../../../api/problem.ts';
import { Field } from '../../../components/controls/field.tsx';
import { SelectField, TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { gitCredentialTexts as texts } from '../../../texts/git.ts';
import { useWriteCredential } from '../changes.ts';
import type { CredentialOwner, GitCredential } from '../queries.ts';
import {
  credentialFormOf,
  isIncomplete,
  kindsOf,
  publicHosts,
  toCredential,
} from './credential-form.ts';
import type { CredentialForm, GitType, TokenKind } from './credential-form.ts';
import { credentialName } from './credential-name.ts';

type CredentialDialogProps = {
  owner: CredentialOwner;
  /** Undefined adds a credential. */
  credential?: GitCredential;
  onClose: () => void;
};

const types = Object.entries(texts.types).map(([value, name]) => ({ value, name }));

/** Adds a credential, or changes one; its token is never shown. */
export function CredentialDialog({ owner, credential, onClose }: CredentialDialogProps) {
  const write = useWriteCredential(owner, credential?.id);
  const [form, setForm] = useState(() => credentialFormOf(credential));
  const change = (part: Partial<CredentialForm>) => setForm({ ...form, ...part });
  const { gitConnectionType: type, tokenType } = form;
  const isNew = credential === undefined;
  const fields = { form, error: write.error, onChange: change };
  return (
    <FormDialog
      title={isNew ? texts.add : texts.changeLabel(credentialName(credential))}
      action={isNew ? texts.addAction : texts.changeAction}
      isIncomplete={isIncomplete(form, isNew)}
      isPending={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() => write.mutate(toCredential(form), { onSuccess: onClose })}
    >
      <Line {...fields} name="tokenName" label={texts.name} hint={texts.nameHint} />
      <div className="git-kind-fields">
        <SelectField
          label={texts.type}
          options={types}
          problem={violationAt(write.error, 'gitConnectionType')}
          value={type}
          onChange={(value) => change(withType(form, value as GitType))}
        />
        <SelectField
          label={texts.kind}
          options={kindsOf(type).map((value) => ({ value, name: texts.kinds[value] }))}
          problem={violationAt(write.error, 'tokenType')}
          value={tokenType}
          onChange={(value) => change({ tokenType: value as TokenKind, authenticationToken: '' })}
        />
      </div>
      <Line {...fields} name="host" label={texts.host} hint={texts.hostHint(publicHosts[type])} />
      <KindFields {...fields} />
      <Secret {...fields} isNew={isNew} />
      <Line {...fields} name="externalId" label={texts.externalId} hint={texts.externalIdHint} />
    </FormDialog>
  );
}

/** A host that was filled in for one type is of no use to another; a kind that the type lacks falls back. */
function withType({ tokenType }: CredentialForm, type: GitType): Partial<CredentialForm> {
  const hasKind = kindsOf(type).includes(tokenType);
  const kind = hasKind ? tokenType : 'authenticationToken';
  return { gitConnectionType: type, tokenType: kind, host: '' };
}

type FieldsProps = {
  form: CredentialForm;
  error: Error | null;
  onChange: (part: Partial<CredentialForm>) => void;
};

type LineProps = FieldsProps & {
  name: Exclude<keyof CredentialForm, 'gitConnectionType' | 'tokenType'>;
  label: string;
  hint?: string;
};

function Line({ form, error, onChange, name, label, hint }: LineProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      problem={violationAt(error, name)}
      value={form[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
}

/** What only this kind of token needs. */
function KindFields(props: FieldsProps) {
  const { tokenType } = props.form;
  switch (tokenType) {
    case 'authenticationToken':
    case 'apiToken':
      return (
        <Line
          {...props}
          name="username"
          label={texts.username}
          hint={texts.usernameHint[tokenType]}
        />
      );
    case 'githubApp':
      return (
        <div className="git-kind-fields">
          <Line {...props} name="appId" label={texts.appId} />
          <Line {...props} name="installationId" label={texts.installationId} />
        </div>
      );
    case 'sshKey':
      return (
        <Lines {...props} name="knownHosts" label={texts.knownHosts} hint={texts.knownHostsHint} />
      );
  }
}

/** The token in one line, or a private key in several; it is only written. */
function Secret({ isNew, ...props }: FieldsProps & { isNew: boolean }) {
  const { form, error, onChange } = props;
  const { tokenType } = form;
  const label = texts.secrets[tokenType];
  const hint = isNew ? texts.secretHints[tokenType] : texts.keepHint;
  if (tokenType === 'sshKey' || tokenType === 'githubApp') {
    return <Lines {...props} name="authenticationToken" label={label} hint={hint} />;
  }
  return (
    <Field label={label} hint={hint} problem={violationAt(error, 'authenticationToken')}>
      {(control) => (
        <input
          {...control}
          className="input mono"
          type="password"
          autoComplete="new-password"
          value={form.authenticationToken}
          onChange={({ target }) => onChange({ authenticationToken: target.value })}
        />
      )}
    </Field>
  );
}

function Lines({ form, error, onChange, name, label, hint }: LineProps) {
  return (
    <Field label={label} hint={hint} problem={violationAt(error, name)}>
      {(control) => (
        <textarea
          {...control}
          className="input mono"
          rows={4}
          autoComplete="off"
          spellCheck={false}
          value={form[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
}
