import { useEffect, useRef } from 'react';
import { clockText } from '../../lib/durations.ts';
import { useTypedWords } from '../../lib/hooks/use-typed-words.ts';
import { logTexts } from '../../texts/operate/runs.ts';
import { Button } from '../controls/button.tsx';
import { CheckField } from '../controls/text-field.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { Marked } from './marked.tsx';
import './log-view.css';
import { withoutEscapes } from '../../lib/text/without-escapes.ts';

export type LogLevel = 'info' | 'warn' | 'error';
export type LogLine = { n: number; timestamp: string; level: LogLevel; message: string };
/** Words and the least severe level that is shown. */
export type LogFilter = { q?: string; level?: LogLevel };

type LogViewProps = {
  lines: readonly LogLine[];
  /** Number of all lines that match. */
  total: number;
  filter: LogFilter;
  onFilter: (filter: LogFilter, replace?: boolean) => void;
  /** Undefined once nothing more comes. */
  follow?: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined;
  /** Undefined if the first line is there. */
  onEarlier?: (() => void) | undefined;
};

/** A log with search and level. Its lines are text, whatever they hold; while it is followed, the last one stays in view. */
export function LogView(props: LogViewProps) {
  const { lines, total, filter, follow, onEarlier } = props;
  const isFollowed = follow?.isOn === true;
  const list = useRef<HTMLDivElement>(null);
  const last = lines.at(-1)?.n;
  useEffect(() => {
    if (isFollowed && last !== undefined) {
      list.current?.scrollTo({ top: list.current.scrollHeight });
    }
  }, [isFollowed, last]);
  return (
    <section className="card log-view" aria-label={logTexts.label}>
      <LogFilters {...props} />
      {lines.length === 0 ? (
        <NoLines {...props} />
      ) : (
        <div
          ref={list}
          className="log-lines"
          role="region"
          aria-label={logTexts.label}
          tabIndex={0}
        >
          {onEarlier !== undefined && (
            <Button compact tone="quiet" onClick={onEarlier}>
              {logTexts.earlier}
            </Button>
          )}
          <ol>
            {lines.map((line) => (
              <Line key={line.n} line={line} words={filter.q ?? ''} />
            ))}
          </ol>
        </div>
      )}
      <p className="tiny faint log-foot">{logTexts.shown(lines.length, total)}</p>
    </section>
  );
}

function NoLines({ filter, onFilter }: LogViewProps) {
  if (filter.q !== undefined || filter.level !== undefined) {
    return <EmptyState sort="filtered-away" onClear={() => onFilter({})} />;
  }
  return (
    <EmptyState sort="nothing-yet" title={logTexts.none}>
      {logTexts.noneDetail}
    </EmptyState>
  );
}

function LogFilters({ filter, onFilter, follow }: LogViewProps) {
  const [words, setWords] = useTypedWords(filter.q ?? '', (q) => {
    const { q: _before, ...others } = filter;
    onFilter(q.trim() === '' ? others : { ...others, q }, true);
  });
  const setLevel = (level: string) => {
    const { level: _before, ...others } = filter;
    onFilter(level === 'info' ? others : { ...others, level: level as LogLevel });
  };
  return (
    <header className="wrap">
      <input
        type="search"
        className="input log-words"
        aria-label={logTexts.search}
        placeholder={logTexts.search}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <select
        className="input log-level"
        aria-label={logTexts.level}
        value={filter.level ?? 'info'}
        onChange={({ target }) => setLevel(target.value)}
      >
        {Object.entries(logTexts.levels).map(([level, name]) => (
          <option key={level} value={level}>
            {name}
          </option>
        ))}
      </select>
      {follow !== undefined && (
        <CheckField label={logTexts.follow} checked={follow.isOn} onChange={follow.onChange} />
      )}
    </header>
  );
}

function Line({ line: { timestamp, level, message }, words }: { line: LogLine; words: string }) {
  return (
    <li className={level}>
      <time dateTime={timestamp}>{clockText(timestamp)}</time>
      {level !== 'info' && <strong>{logTexts.words[level]}</strong>}
      <span>
        <Marked text={withoutEscapes(message)} words={words.trim()} />
      </span>
    </li>
  );
}
