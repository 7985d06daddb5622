import { useEffect, useRef } from 'react';
import { CodeView } from '../../components/documents/code-view.tsx';
import { exactTime } from '../../lib/dates.ts';
import { sandboxTexts } from '../../texts/develop/sandbox.ts';
import { eventName } from '../../texts/event-names.ts';
import { statusWord } from '../../texts/status-words.ts';
import type { SandboxDetail, SandboxEntry } from './queries.ts';
import { entryKinds } from './sandbox-search.ts';
import type { SandboxSearch } from './sandbox-search.ts';

type SandboxEntriesProps = {
  sandbox: SandboxDetail;
  search: SandboxSearch;
  onChange: (search: SandboxSearch) => void;
};

/** Events, reports and reads in their order, each with its body. */
export function SandboxEntries({ sandbox, search, onChange }: SandboxEntriesProps) {
  const { entries, entryCount } = sandbox;
  const shown = entries.filter(({ kind }) => search.kind === undefined || kind === search.kind);
  return (
    <section className="card">
      <header className="wrap">
        <h2>{sandboxTexts.entries}</h2>
        <span className="small faint">{sandboxTexts.entriesLead(entryCount)}</span>
        <span className="pills push" role="group" aria-label={sandboxTexts.onlyKind}>
          {[undefined, ...entryKinds].map((kind) => (
            <button
              key={kind ?? ''}
              type="button"
              className="pill"
              aria-pressed={search.kind === kind}
              onClick={() => onChange(kind === undefined ? {} : { kind })}
            >
              {kind === undefined ? sandboxTexts.all : sandboxTexts.kinds[kind]}
            </button>
          ))}
        </span>
      </header>
      {shown.length === 0 && <p className="small faint inside">{sandboxTexts.noEntries}</p>}
      <ol className="sandbox-entries" aria-label={sandboxTexts.entries}>
        {shown.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            isOpen={entry.id === search.entry}
            onToggle={(isOpen) => {
              const { entry: _, ...others } = search;
              if (isOpen !== (entry.id === search.entry)) {
                onChange(isOpen ? { ...others, entry: entry.id } : others);
              }
            }}
          />
        ))}
      </ol>
    </section>
  );
}

type EntryProps = { entry: SandboxEntry; isOpen: boolean; onToggle: (isOpen: boolean) => void };

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

function Entry({ entry, isOpen, onToggle }: EntryProps) {
  const { kind, principalName, sandboxTime, at, data } = entry;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const name = nameOf(entry);
  return (
    <li ref={item}>
      <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
        <summary>
          <span className={`badge ${kind === 'report' ? 'run' : 'idle'} sandbox-kind`}>
            {sandboxTexts.kinds[kind]}
          </span>
          <span className="ellipsis">{name}</span>
          <span className="small faint push ellipsis wide-only">{principalName}</span>
          <time className="tiny faint nowrap" dateTime={at} title={exactTime(new Date(at))}>
            {clock.format(new Date(sandboxTime))}
          </time>
        </summary>
        {isOpen && (
          <CodeView text={JSON.stringify(data, undefined, 2)} name={sandboxTexts.body(name)} />
        )}
      </details>
    </li>
  );
}

function nameOf({ kind, type }: SandboxEntry): string {
  if (kind === 'read') return sandboxTexts.reads[type] ?? type;
  return kind === 'report' ? statusWord('provisioning', type).word : eventName(type);
}
