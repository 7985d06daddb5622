import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { TextCompare } from '../../../components/documents/text-diff.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { gitConflictTexts, gitTexts } from '../../../texts/git.ts';
import { differenceQuery, isGoingOn } from '../queries.ts';
import type { GitDifference, GitState, GitSubject } from '../queries.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import type { Side } from './replace-dialog.tsx';

type DifferenceProps = GitState & { subject: GitSubject };

/** Both texts of a document whose file has changed, and the choice of the side that stays. */
export function Difference({ subject, connection, runs }: DifferenceProps) {
  const difference = useQuery(differenceQuery(subject, connection));
  const isConflict = connection.syncStatus === 'CONFLICT';
  const noun = gitTexts.kinds[subject.kind];
  const title = isConflict ? gitConflictTexts.conflict : gitConflictTexts.newer;
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className="inside stack">
        <p className="small soft">
          {isConflict ? gitConflictTexts.hint(noun) : gitConflictTexts.newerHint(noun)}{' '}
          <EditLink {...subject} />
        </p>
        <Loaded query={difference}>
          {(texts) => (
            <Sides
              // What was chosen belongs to these two texts.
              key={`${texts.localHash} ${texts.remoteHash}`}
              subject={subject}
              path={connection.repositoryPath}
              texts={texts}
              isBusy={runs.some(isGoingOn)}
            />
          )}
        </Loaded>
      </div>
    </section>
  );
}

/** An ontology is edited on its branches. */
function EditLink({ kind, id }: GitSubject) {
  const text = gitConflictTexts.edit(gitTexts.kinds[kind]);
  if (kind === 'namespaces') {
    const search = { tab: 'branches' } as const;
    return (
      <Link className="link" to="/semantics/$namespace" params={{ namespace: id }} search={search}>
        {text}
      </Link>
    );
  }
  return (
    <Link className="link" to={`/${kind}/$id/edit`} params={{ id }}>
      {text}
    </Link>
  );
}

type SidesProps = { subject: GitSubject; path: string; texts: GitDifference; isBusy: boolean };

function Sides({ subject, path, texts, isBusy }: SidesProps) {
  const [kept, setKept] = useState<Side>();
  const noun = gitTexts.kinds[subject.kind];
  const { localText, remoteText } = texts;
  if (remoteText === null) return null;
  return (
    <>
      <TextCompare
        before={{ name: gitConflictTexts.local(noun), text: localText }}
        after={{ name: gitConflictTexts.remote, text: remoteText }}
        label={gitConflictTexts.textLabel}
      />
      <div className="git-sides">
        <Button disabled={isBusy} onClick={() => setKept('local')}>
          {gitConflictTexts.keepLocal(noun)}
        </Button>
        <Button disabled={isBusy} onClick={() => setKept('remote')}>
          {gitConflictTexts.keepRemote}
        </Button>
      </div>
      {kept !== undefined && (
        <ReplaceDialog
          subject={subject}
          path={path}
          texts={texts}
          kept={kept}
          onClose={() => setKept(undefined)}
        />
      )}
    </>
  );
}
