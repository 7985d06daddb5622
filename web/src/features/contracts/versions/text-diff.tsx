import { useQuery } from '@tanstack/react-query';
import { TextDiff } from '../../../components/documents/text-diff.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { versionTexts } from '../../../texts/contracts/contract-parts.ts';
import { yamlQuery } from '../queries.ts';

/** The texts of two revisions, line by line, without what is equal. */
export function RevisionDiff({ id, from, to }: { id: string; from: number; to: number }) {
  const before = useQuery(yamlQuery(id, from));
  const after = useQuery(yamlQuery(id, to));
  const error = before.error ?? after.error;
  if (error !== null) return <ErrorState error={error} />;
  if (before.data === undefined || after.data === undefined) return <SkeletonLines lines={6} />;
  const label = versionTexts.textLabel(from, to);
  return <TextDiff before={before.data} after={after.data} label={label} />;
}
