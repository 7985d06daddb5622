import { useInfiniteQuery } from '@tanstack/react-query';
import { ListFooter } from '../../components/data/list-footer.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { replayTexts } from '../../texts/operate/webhooks.ts';
import { useReadOnly } from '../session/read-only.ts';
import { useCancelReplay } from './changes.ts';
import { allTypesText, replayState, typesText } from './replay-facts.ts';
import { replaysQuery } from './queries.ts';
import type { Replay } from './queries.ts';
import './webhooks.css';

/** The replays of a webhook with their progress. */
export function ReplayList({ webhookId }: { webhookId: string }) {
  const query = useInfiniteQuery(replaysQuery(webhookId));
  const replays = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  return (
    <Loaded query={query}>
      {() =>
        replays.length === 0 ? (
          <div className="card">
            <EmptyState sort="nothing-yet" title={replayTexts.none}>
              {replayTexts.noneHint}
            </EmptyState>
          </div>
        ) : (
          <div className="stack">
            <ReplayTable webhookId={webhookId} replays={replays} />
            <ListFooter count={replays.length} query={query} />
          </div>
        )
      }
    </Loaded>
  );
}

type ReplayTableProps = { webhookId: string; replays: readonly Replay[] };

function ReplayTable({ webhookId, replays }: ReplayTableProps) {
  const cancel = useCancelReplay(webhookId);
  return (
    <>
      <div className="card sideways" role="region" aria-label={replayTexts.title} tabIndex={0}>
        <table className="feed-table">
          <thead>
            <tr>
              <th scope="col">{replayTexts.at}</th>
              <th scope="col">{replayTexts.progress}</th>
              <th scope="col">{replayTexts.state}</th>
              <th scope="col" className="wide-only">
                {replayTexts.types}
              </th>
              <th scope="col" className="wide-only">
                {replayTexts.by}
              </th>
            </tr>
          </thead>
          <tbody>
            {replays.map((replay) => (
              <Row
                key={replay.id}
                replay={replay}
                isPending={cancel.isPending}
                onCancel={() => cancel.mutate(replay.id)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {cancel.error !== null && <ProblemNote error={cancel.error} />}
      {cancel.isSuccess && (
        <p className="small soft" role="status">
          {replayTexts.cancelled}
        </p>
      )}
    </>
  );
}

type RowProps = { replay: Replay; isPending: boolean; onCancel: () => void };

function Row({ replay, isPending, onCancel }: RowProps) {
  const { planned, pending, delivered, failed, principal, principalName, createdAt } = replay;
  const state = replayState(replay);
  const readOnly = useReadOnly();
  return (
    <tr>
      <td className="nowrap">
        <RelativeTime at={createdAt} />
      </td>
      <td className="replay-progress">
        {replayTexts.of(delivered, planned)}
        {pending > 0 && <span className="small faint">{replayTexts.waiting(pending)}</span>}
        {failed > 0 && <span className="small field-problem">{replayTexts.failed(failed)}</span>}
        <progress
          className="replay-bar"
          aria-label={replayTexts.progress}
          value={delivered + failed}
          max={Math.max(1, planned)}
        />
      </td>
      <td>
        <span className="row wrap">
          <StatusBadge of="replay" value={state} />
          {(state === 'running' || state === 'sending') && (
            <WhyNot
              compact
              refused={readOnly}
              aria-label={replayTexts.cancelLabel}
              disabled={isPending}
              onClick={onCancel}
            >
              {replayTexts.cancel}
            </WhyNot>
          )}
        </span>
      </td>
      <td className="wide-only small soft" title={allTypesText(replay)}>
        {typesText(replay)}
      </td>
      <td className="wide-only">{principalName ?? principal}</td>
    </tr>
  );
}
