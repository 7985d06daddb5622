import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Fact } from '../../../components/data/fact.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { gitFormTexts, gitTexts, syncWords } from '../../../texts/git.ts';
import { useDisconnectGit } from '../changes.ts';
import { isGoingOn } from '../queries.ts';
import type { GitConnection, GitState, GitSubject } from '../queries.ts';
import { PullRequests } from '../pull-request/pull-requests.tsx';
import { OpenRun } from '../runs/open-run.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { SyncActions } from './sync-actions.tsx';

type ConnectionCardProps = GitState & {
  subject: GitSubject;
  ownerId: string | undefined;
  refused: Refused | undefined;
};

/** The connected file with the state of both sides, and what can be done with it. */
export function ConnectionCard(props: ConnectionCardProps) {
  const { subject, ownerId, refused, connection, runs } = props;
  const [dialog, setDialog] = useState<'change' | 'disconnect'>();
  const { syncState, problem } = connection;
  const noun = gitTexts.kinds[subject.kind];
  const open = runs.find(isGoingOn);
  const close = () => setDialog(undefined);
  return (
    <section className="card" aria-label={gitTexts.title}>
      <header className="wrap">
        <h2>{gitTexts.title}</h2>
        <Badge status={syncWords[syncState]} />
        {refused === undefined && (
          <span className="row push">
            <Button compact tone="quiet" onClick={() => setDialog('change')}>
              {gitTexts.change}
            </Button>
            <Button compact tone="quiet" onClick={() => setDialog('disconnect')}>
              {gitTexts.disconnect}
            </Button>
          </span>
        )}
      </header>
      <div className="inside stack">
        <p className="small soft">{sentenceOf(connection, noun)}</p>
        {problem !== null && <p className="note bad">{problem}</p>}
        <ConnectionFacts connection={connection} />
        <SyncActions subject={subject} connection={connection} refused={refused} open={open} />
        <PullRequests {...{ subject, connection, runs, refused }} />
        {open !== undefined && <OpenRun subject={subject} run={open} refused={refused} />}
      </div>
      {dialog === 'change' && (
        <ConnectionDialog {...{ subject, ownerId, connection }} onClose={close} />
      )}
      {dialog === 'disconnect' && <Disconnect subject={subject} onClose={close} />}
    </section>
  );
}

function sentenceOf({ syncState, remoteHash }: GitConnection, noun: string): string {
  const hasNoFile = syncState === 'LOCAL_IS_NEWER' && remoteHash === null;
  return hasNoFile ? gitTexts.noFile(noun) : gitTexts.states[syncState](noun);
}

function ConnectionFacts({ connection }: { connection: GitConnection }) {
  const { repositoryPath, repositoryUrl, repositoryBranch, webLink, checkedAt } = connection;
  return (
    <dl className="details">
      <Fact name={gitTexts.file}>
        {webLink === undefined ? (
          <span className="mono">{repositoryPath}</span>
        ) : (
          <a className="link mono" href={webLink} rel="noopener noreferrer" target="_blank">
            {repositoryPath} <IconExternalLink size={13} stroke={1.75} aria-hidden />
          </a>
        )}
      </Fact>
      <Fact name={gitTexts.repository}>
        <span className="mono">{repositoryUrl}</span>
      </Fact>
      <Fact name={gitTexts.branch}>
        <span className="mono">{repositoryBranch}</span>
      </Fact>
      <Fact name={gitTexts.credential}>
        {connection.gitCredentialExternalId ?? gitTexts.firstThatFits}
      </Fact>
      <Fact name={gitTexts.checked}>
        {checkedAt === null ? gitTexts.neverChecked : <RelativeTime at={checkedAt} />}
      </Fact>
    </dl>
  );
}

function Disconnect({ subject, onClose }: { subject: GitSubject; onClose: () => void }) {
  const disconnect = useDisconnectGit(subject);
  return (
    <FormDialog
      title={gitFormTexts.disconnectTitle}
      action={gitTexts.disconnect}
      tone="danger"
      isPending={disconnect.isPending}
      error={disconnect.error}
      onClose={onClose}
      onSubmit={() => disconnect.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="soft">{gitFormTexts.disconnectDetail(gitTexts.kinds[subject.kind])}</p>
    </FormDialog>
  );
}
