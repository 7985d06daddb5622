import { useState } from 'react';
import { violationAt } from '../../../api/problem.ts';
import { Field } from '../../../components/controls/field.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { pullRequestTexts as texts } from '../../../texts/git/pull-requests.ts';
import type { GitConnection, GitSubject } from '../queries.ts';
import { useProposePullRequest } from './changes.ts';
import type { PullRequestBody } from './changes.ts';

type ProposeDialogProps = {
  subject: GitSubject;
  connection: GitConnection;
  onClose: () => void;
};

const empty = { title: '', comment: '', branchName: '', commitMessage: '' };

/** The members that are not empty; in a conflict, the file that the reader has seen may be replaced. */
function bodyOf(form: typeof empty, { syncState, remoteHash }: GitConnection): PullRequestBody {
  const filled = Object.entries(form)
    .map(([name, value]) => [name, value.trim()])
    .filter(([, value]) => value !== '');
  const isSeen = syncState === 'CONFLICT' && remoteHash !== null;
  return { ...Object.fromEntries(filled), ...(isSeen && { replaceRemoteHash: remoteHash }) };
}

/** Opens a pull request with the document as it is. */
export function ProposeDialog({ subject, connection, onClose }: ProposeDialogProps) {
  const propose = useProposePullRequest(subject);
  const [form, setForm] = useState(empty);
  const { repositoryPath, repositoryBranch, syncState } = connection;
  const line = (name: keyof typeof empty, label: string, hint: string, isFirst = false) => (
    <TextField
      label={label}
      hint={hint}
      isFirst={isFirst}
      problem={violationAt(propose.error, name)}
      value={form[name]}
      onChange={(value) => setForm({ ...form, [name]: value })}
    />
  );
  return (
    <FormDialog
      title={texts.proposeTitle(repositoryPath)}
      action={texts.action}
      isPending={propose.isPending}
      error={propose.error}
      onClose={onClose}
      onSubmit={() => propose.mutate(bodyOf(form, connection), { onSuccess: onClose })}
    >
      <p className="soft">{texts.hint(repositoryBranch)}</p>
      {syncState === 'CONFLICT' && <p className="note warn">{texts.replaces}</p>}
      {line('title', texts.name, texts.nameHint, true)}
      <Field label={texts.text} problem={violationAt(propose.error, 'comment')}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            value={form.comment}
            onChange={({ target }) => setForm({ ...form, comment: target.value })}
          />
        )}
      </Field>
      <Field label={texts.target} hint={texts.targetHint}>
        {(control) => (
          <input {...control} className="input mono" readOnly value={repositoryBranch} />
        )}
      </Field>
      {line('branchName', texts.branch, texts.branchHint)}
      {line('commitMessage', texts.message, texts.messageHint)}
    </FormDialog>
  );
}
