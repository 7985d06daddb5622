import { problemText } from '../../components/states/problem-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { inboxTexts } from '../../texts/inbox.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import { consumerOf, dataOf } from '../access/facts.ts';
import type { RowState } from '../../lib/hooks/use-bulk.ts';
import type { Bulk } from './bulk.ts';
import type { Outcome, Verb } from './decide.ts';

type BulkPanelProps = { bulk: Bulk; onStop: () => void; onClose: () => void };

/** The outcome of each request of a bulk decision. */
export function BulkPanel({ bulk, onStop, onClose }: BulkPanelProps) {
  const { rows, decision, isRunning } = bulk;
  const done = rows.filter(({ row }) => row.state !== 'waiting' && row.state !== 'running').length;
  return (
    <div className="stack">
      <div className="row">
        <h2>
          {inboxTexts.outcomeTitle(decision.verb === 'approve' ? 'approve' : 'reject', rows.length)}
        </h2>
        <span className="small faint" role="status">
          {inboxTexts.progress(done, rows.length)}
        </span>
        <span className="push">
          {isRunning ? (
            <Button onClick={onStop}>{inboxTexts.stop}</Button>
          ) : (
            <Button tone="primary" onClick={onClose}>
              {inboxTexts.close}
            </Button>
          )}
        </span>
      </div>
      <ul className="card outcome-rows" aria-label={inboxTexts.outcomes}>
        {rows.map(({ item: access, row }) => (
          <li key={access.id}>
            <span>
              <span className="medium">{consumerOf(access)}</span>{' '}
              <span className="faint">{dataOf(access)}</span>
            </span>
            <span className="push row wrap">
              {row.state === 'failed' && (
                <span className="tiny soft">{problemText(row.error)}</span>
              )}
              <Badge status={wordOf(row, decision.verb)} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function wordOf(row: RowState<Outcome>, verb: Verb): StatusWord {
  const words = inboxTexts.outcome;
  if (row.state === 'waiting') return { tone: 'idle', word: words.waiting, icon: 'waits' };
  if (row.state === 'running') return { tone: 'run', word: words.running, icon: 'running' };
  if (row.state === 'stopped') return { tone: 'idle', word: words.stopped, icon: 'none' };
  if (row.state === 'failed') return { tone: 'bad', word: words.failed, icon: 'x' };
  const { result } = row.outcome;
  if (result === 'elsewhere') return { tone: 'warn', word: words.elsewhere, icon: 'alert' };
  if (result === 'changed') return { tone: 'warn', word: words.changed, icon: 'alert' };
  if (result === 'withdrawn') return { tone: 'idle', word: inboxTexts.withdrawn, icon: 'none' };
  return { tone: 'ok', word: verb === 'approve' ? words.approved : words.rejected, icon: 'check' };
}
