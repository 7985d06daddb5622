import { useMemo } from 'react';
import { diffLines, foldEqual } from '../../lib/line-diff.ts';
import type { DiffPart } from '../../lib/line-diff.ts';
import { diffTexts } from '../../texts/diff.ts';
import './text-diff.css';

type TextDiffProps = { before: string; after: string; label: string };

/** Two texts line by line, without what is equal. */
export function TextDiff({ before, after, label }: TextDiffProps) {
  const parts = useMemo(() => foldEqual(diffLines(before, after)), [before, after]);
  if (parts.every((part) => 'skipped' in part)) {
    return <p className="small soft">{diffTexts.same}</p>;
  }
  return (
    <div className="text-diff" tabIndex={0} role="region" aria-label={label}>
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

const signs = { same: ' ', added: '+', removed: '−' };

function Part({ part }: { part: DiffPart }) {
  if ('skipped' in part)
    return <div className="diff-skipped">{diffTexts.skipped(part.skipped)}</div>;
  return part.lines.map(({ kind, text }, index) => (
    <div key={index} className={`diff-line ${kind}`}>
      <span aria-hidden>{signs[kind]}</span>
      {kind !== 'same' && <span className="hidden">{diffTexts[kind]}</span>}
      <span>{text}</span>
    </div>
  ));
}
