import { useState } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { gitConflictTexts, gitTexts } from '../../../texts/git.ts';
import { useGitAction } from '../changes.ts';
import type { GitAction } from '../changes.ts';
import type { GitDifference, GitSubject } from '../queries.ts';

/** The side that stays. */
export type Side = 'local' | 'remote';

type ReplaceDialogProps = {
  subject: GitSubject;
  path: string;
  texts: GitDifference;
  kept: Side;
  onClose: () => void;
};

/** Asks before one side replaces the other. It is named by the hash that was shown, so that a newer text is never replaced. */
export function ReplaceDialog({ subject, path, texts, kept, onClose }: ReplaceDialogProps) {
  const sync = useGitAction(subject);
  const [message, setMessage] = useState('');
  const noun = gitTexts.kinds[subject.kind];
  const words = wordsOf(kept, path, noun);
  const replaced = kept === 'local' ? texts.remoteHash : texts.localHash;
  return (
    <FormDialog
      title={words.title}
      action={words.action}
      tone="danger"
      isPending={sync.isPending}
      error={sync.error}
      onClose={onClose}
      onSubmit={() => sync.mutate(actionOf(kept, texts, message), { onSuccess: onClose })}
    >
      <p className="soft">{words.detail}</p>
      <code className="tiny git-hash">{replaced}</code>
      {kept === 'local' && (
        <TextField
          label={gitTexts.message}
          hint={gitTexts.messageHint}
          isFirst
          value={message}
          onChange={setMessage}
        />
      )}
    </FormDialog>
  );
}

function wordsOf(kept: Side, path: string, noun: string) {
  return kept === 'local'
    ? {
        title: gitConflictTexts.keepLocalTitle,
        detail: gitConflictTexts.keepLocalDetail(path, noun),
        action: gitConflictTexts.keepLocalAction,
      }
    : {
        title: gitConflictTexts.keepRemoteTitle(noun),
        detail: gitConflictTexts.keepRemoteDetail(path, noun),
        action: gitConflictTexts.keepRemoteAction(noun),
      };
}

function actionOf(
  kept: Side,
  { localHash, remoteHash }: GitDifference,
  message: string,
): GitAction {
  if (kept === 'remote') {
    return { action: 'pull', body: { ...(localHash !== null && { replaceLocalHash: localHash }) } };
  }
  const commitMessage = message.trim();
  const body = {
    ...(remoteHash !== null && { replaceRemoteHash: remoteHash }),
    ...(commitMessage !== '' && { commitMessage }),
  };
  return { action: 'push', body };
}
