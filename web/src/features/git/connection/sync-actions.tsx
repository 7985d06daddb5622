import { useState } from 'react';
import type { ReactNode } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { Refused } from '../../../components/states/refused.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { Refused as Reason } from '../../../components/states/why-not.tsx';
import { gitTexts } from '../../../texts/git.ts';
import { useGitAction } from '../changes.ts';
import type { GitConnection, GitRun, GitSubject } from '../queries.ts';

type SyncActionsProps = {
  subject: GitSubject;
  connection: GitConnection;
  refused: Reason | undefined;
  /** The run that is going on. */
  open: GitRun | undefined;
};

const conflict = { because: gitTexts.chooseSide };

type ButtonFacts = Partial<Pick<SyncButtonProps, 'tone' | 'refused'>>;

/** The next step stands out, and what would end with a refusal says why. */
const factsOf: Partial<
  Record<GitConnection['syncState'], Partial<Record<'pull' | 'push', ButtonFacts>>>
> = {
  CONFLICT: { pull: { refused: conflict }, push: { refused: conflict } },
  LOCAL_IS_NEWER: { push: { tone: 'primary' } },
  REMOTE_IS_NEWER: {
    pull: { tone: 'primary' },
    push: { refused: { because: gitTexts.fileIsNewer } },
  },
};

/** Check, pull and push. A button that cannot do its work says why. */
export function SyncActions({ subject, connection, refused, open }: SyncActionsProps) {
  const sync = useGitAction(subject);
  const [isPushing, setPushing] = useState(false);
  const facts = factsOf[connection.syncState] ?? {};
  const isBusy = open !== undefined || sync.isPending;
  const reason = refused ?? (isBusy ? { because: gitTexts.isRunning } : undefined);
  const all = reason === undefined ? {} : { refused: reason };
  return (
    <>
      <div className="row wrap git-actions">
        <SyncButton {...all} onClick={() => sync.mutate({ action: 'check' })}>
          {gitTexts.check}
        </SyncButton>
        <SyncButton
          {...facts.pull}
          {...all}
          onClick={() => sync.mutate({ action: 'pull', body: {} })}
        >
          {gitTexts.pull}
        </SyncButton>
        <SyncButton {...facts.push} {...all} onClick={() => setPushing(true)}>
          {gitTexts.push}
        </SyncButton>
      </div>
      {refused !== undefined && <p className="tiny faint">{refused.because}</p>}
      {sync.error !== null && <ProblemNote error={sync.error} />}
      {isPushing && (
        <PushDialog subject={subject} connection={connection} onClose={() => setPushing(false)} />
      )}
    </>
  );
}

type SyncButtonProps = {
  tone?: 'primary';
  refused?: Reason;
  onClick: () => void;
  children: ReactNode;
};

/** Three buttons often have the same reason, so it shows when one is pointed at. */
function SyncButton({ refused, children, ...button }: SyncButtonProps) {
  if (refused !== undefined) return <Refused because={refused.because}>{children}</Refused>;
  return (
    <WhyNot refused={undefined} {...button}>
      {children}
    </WhyNot>
  );
}

type PushDialogProps = { subject: GitSubject; connection: GitConnection; onClose: () => void };

function PushDialog({ subject, connection, onClose }: PushDialogProps) {
  const push = useGitAction(subject);
  const [message, setMessage] = useState('');
  const { repositoryPath, repositoryBranch } = connection;
  const commitMessage = message.trim();
  const body = commitMessage === '' ? {} : { commitMessage };
  return (
    <FormDialog
      title={gitTexts.pushTitle(repositoryPath)}
      action={gitTexts.pushAction}
      isPending={push.isPending}
      error={push.error}
      onClose={onClose}
      onSubmit={() => push.mutate({ action: 'push', body }, { onSuccess: onClose })}
    >
      <p className="soft">{gitTexts.pushHint(repositoryBranch)}</p>
      <TextField
        label={gitTexts.message}
        hint={gitTexts.messageHint}
        isFirst
        value={message}
        onChange={setMessage}
      />
    </FormDialog>
  );
}
