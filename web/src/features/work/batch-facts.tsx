import { Badge } from '../../components/data/status-badge.tsx';
import { countText } from '../../lib/numbers.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import { batchTexts } from '../../texts/operations/work.ts';
import type { Batch } from './queries.ts';
import { filterWords } from './work-filters.tsx';
import type { WorkSearch } from './work-search.ts';

export const outcomes = ['waiting', 'done', 'refused', 'failed'] as const;

const stateWords: Readonly<Record<keyof typeof batchTexts.states, StatusWord>> = {
  running: { tone: 'run', word: batchTexts.states.running, icon: 'running' },
  stopped: { tone: 'idle', word: batchTexts.states.stopped, icon: 'none' },
  done: { tone: 'ok', word: batchTexts.states.done, icon: 'check' },
};

/** Whether a bulk action goes on, was stopped, or is done. */
export function BatchBadge({ batch: { endedAt, stoppedAt } }: { batch: Batch }) {
  if (endedAt === null) return <Badge status={stateWords.running} />;
  return <Badge status={stoppedAt === null ? stateWords.done : stateWords.stopped} />;
}

/** The filter of a bulk action in words, as its request had it. */
export function batchFilter({ filter }: Batch): string {
  const asked = (filter ?? {}) as Record<string, unknown>;
  if (Array.isArray(asked['ids'])) return batchTexts.byHand;
  const textOf = (name: string) => (typeof asked[name] === 'string' ? { [name]: asked[name] } : {});
  const search: WorkSearch = {
    ...textOf('kind'),
    ...textOf('state'),
    ...textOf('error'),
    ...textOf('job'),
    ...textOf('key'),
    ...(typeof asked['subject'] === 'string' && { q: asked['subject'] }),
  };
  return filterWords(search)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ');
}

/** How far it is: handled pieces as a bar, with words beside it. */
export function BatchProgress({ batch: { total, counts } }: { batch: Batch }) {
  const widthOf = (value: number) => `${(value / Math.max(1, total)) * 100}%`;
  const text = batchTexts.progress(total - counts.waiting, total);
  return (
    <div className="batch-progress">
      <span className="outcome" aria-hidden>
        <i className="ok" style={{ width: widthOf(counts.done) }} />
        <i className="warn" style={{ width: widthOf(counts.refused) }} />
        <i className="bad" style={{ width: widthOf(counts.failed) }} />
      </span>
      <span className="small" role="status">
        {text}
      </span>
    </div>
  );
}

/** "26 retried, 1 refused". */
export function outcomeText({ action, counts, endedAt }: Batch): string {
  const words: [number, string][] = [
    [counts.done, batchTexts.done[action].toLowerCase()],
    [counts.refused, batchTexts.outcome.refused.toLowerCase()],
    [counts.failed, batchTexts.outcome.failed.toLowerCase()],
    [
      counts.waiting,
      (endedAt === null ? batchTexts.outcome.waiting : batchTexts.left).toLowerCase(),
    ],
  ];
  return words
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${countText(count)} ${word}`)
    .join(', ');
}
