import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { versionTexts } from '../../../texts/contract-parts.ts';
import { yamlQuery } from '../queries.ts';
import { diffLines, foldEqual } from './line-diff.ts';
import type { DiffPart } from './line-diff.ts';

/** The texts of two revisions, line by line, without what is equal. */
export function TextDiff({ id, from, to }: { id: string; from: number; to: number }) {
  const before = useQuery(yamlQuery(id, from));
  const after = useQuery(yamlQuery(id, to));
  const parts = useMemo(
    () =>
      before.data === undefined || after.data === undefined
        ? undefined
        : foldEqual(diffLines(before.data, after.data)),
    [before.data, after.data],
  );
  const error = before.error ?? after.error;
  if (error !== null) return <ErrorState error={error} />;
  if (parts === undefined) return <SkeletonLines lines={6} />;
  if (parts.every((part) => 'skipped' in part)) {
    return <p className="small soft">{versionTexts.same}</p>;
  }
  return (
    <div
      className="text-diff"
      tabIndex={0}
      role="region"
      aria-label={versionTexts.textLabel(from, to)}
    >
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

const signs = { same: ' ', added: '+', removed: '−' };

function Part({ part }: { part: DiffPart }) {
  if ('skipped' in part)
    return <div className="diff-skipped">{versionTexts.skipped(part.skipped)}</div>;
  return part.lines.map(({ kind, text }, index) => (
    <div key={index} className={`diff-line ${kind}`}>
      <span aria-hidden>{signs[kind]}</span>
      {kind !== 'same' && <span className="hidden">{versionTexts[kind]}</span>}
      <span>{text}</span>
    </div>
  ));
}
