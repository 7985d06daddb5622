import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import type { Conflict } from '../queries.ts';
import { resultOf } from './decisions.ts';
import type { Decided, Decision } from './decisions.ts';

type ResultProps = {
  open: Decided;
  namespace: string;
  onDecide: (decision: Omit<Decision, 'seen'> | undefined) => void;
};

/** What the ontology will say about the place: editable, unless the whole entry is in conflict. */
export function Result({ open, namespace, onDecide }: ResultProps) {
  const { conflict, decision } = open;
  const isWhole = conflict.field === '*' || conflict.truncated === true;
  return (
    <section className="merge-result">
      <header>
        <IconPencil size={14} aria-hidden />
        <h3>{mergeTexts.result}</h3>
        <span className="small faint">{mergeTexts.resultHint(namespace)}</span>
        {decision !== undefined && (
          <Button compact tone="quiet" className="push" onClick={() => onDecide(undefined)}>
            {mergeTexts.reset}
          </Button>
        )}
      </header>
      {isWhole ? (
        <p className="small faint merge-only">{mergeTexts.onlySides}</p>
      ) : (
        <Editor key={open.key} open={open} onDecide={onDecide} />
      )}
    </section>
  );
}

type EditorProps = Pick<ResultProps, 'open' | 'onDecide'>;

/** Texts are edited as they are, other values as JSON; what is no JSON yet is not decided. */
function Editor({ open, onDecide }: EditorProps) {
  const { conflict } = open;
  const isText = isTextual(conflict);
  const shown = writtenOf(resultOf(open), isText);
  const [draft, setDraft] = useState<string>();
  const text = draft ?? shown;
  const isBroken = draft !== undefined && !isText && parse(draft) === undefined;
  const change = (next: string) => {
    const value = isText ? next : parse(next);
    if (value === undefined) {
      setDraft(next);
      return;
    }
    setDraft(undefined);
    onDecide({ take: 'value', value });
  };
  return (
    <>
      <textarea
        className={isText ? 'merge-edit' : 'merge-edit mono'}
        aria-label={mergeTexts.result}
        data-merge-result
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        placeholder={mergeTexts.undecided}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {isBroken && <p className="field-problem merge-only">{mergeTexts.notJson}</p>}
    </>
  );
}

/** True if no side has anything but a text. */
const isTextual = ({ base, namespace, branch }: Conflict): boolean =>
  [base, namespace, branch].every(
    (value) => value === undefined || value === null || typeof value === 'string',
  );

function writtenOf(value: unknown, isText: boolean): string {
  if (value === undefined || value === null) return '';
  return isText && typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
