import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { gitTexts } from '../../../texts/git.ts';
import { useEditPermission } from '../../permissions/use-edit-permission.ts';
import { Difference } from '../conflict/difference.tsx';
import { gitStateQuery, isGoingOn, runCounts } from '../queries.ts';
import type { GitConnection, GitState, GitSubject } from '../queries.ts';
import { RunList } from '../runs/run-list.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import '../git.css';

type GitTabProps = { subject: GitSubject; ownerId: string | undefined };

/** The file in Git of a document or an ontology: which side is newer, what can be done, both texts where they differ, and what was done. */
export function GitTab({ subject, ownerId }: GitTabProps) {
  const [limit, setLimit] = useState<number>(runCounts.first);
  const state = useQuery({ ...gitStateQuery(subject, limit), placeholderData: keepPreviousData });
  const permission = useEditPermission(subject);
  const refused = permission?.allowed === false ? { because: permission.because } : undefined;
  useEndOfRun(subject, state.data);
  return (
    <Loaded query={state}>
      {(found) =>
        found === null ? (
          <NotConnected subject={subject} ownerId={ownerId} refused={refused} />
        ) : (
          <div className="stack loose">
            <ConnectionCard {...{ subject, ownerId, refused, ...found }} />
            {permission?.allowed === true && hasDifference(found.connection) && (
              <Difference subject={subject} {...found} />
            )}
            <RunList
              noun={gitTexts.kinds[subject.kind]}
              runs={found.runs}
              limit={limit}
              onMore={() => setLimit(runCounts.most)}
            />
          </div>
        )
      }
    </Loaded>
  );
}

/** The server keeps the text of the file only while it has changed. */
const hasDifference = ({ syncStatus }: GitConnection): boolean =>
  syncStatus === 'CONFLICT' || syncStatus === 'REMOTE_IS_NEWER';

/** The end of a run makes stale what the page shows of the document. */
function useEndOfRun({ kind, id }: GitSubject, state: GitState | null | undefined) {
  const queryClient = useQueryClient();
  const openId = state?.runs.find(isGoingOn)?.id;
  useEffect(() => {
    if (openId === undefined) return undefined;
    return () => {
      void queryClient.invalidateQueries({ queryKey: [kind, id] });
      if (kind === 'namespaces') void queryClient.invalidateQueries({ queryKey: ['concepts'] });
    };
  }, [openId, queryClient, kind, id]);
}

type NotConnectedProps = GitTabProps & { refused: Refused | undefined };

function NotConnected({ subject, ownerId, refused }: NotConnectedProps) {
  const [isConnecting, setConnecting] = useState(false);
  return (
    <div className="card">
      <EmptyState
        sort="nothing-yet"
        title={gitTexts.notConnected}
        action={
          <WhyNot tone="primary" refused={refused} onClick={() => setConnecting(true)}>
            {gitTexts.connect}
          </WhyNot>
        }
      >
        {gitTexts.notConnectedHint(gitTexts.kinds[subject.kind])}
      </EmptyState>
      {isConnecting && (
        <ConnectionDialog
          subject={subject}
          ownerId={ownerId}
          onClose={() => setConnecting(false)}
        />
      )}
    </div>
  );
}
