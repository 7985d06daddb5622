import { lazy, Suspense } from 'react';
import { diffTexts } from '../../texts/diff.ts';
import { Skeleton } from '../states/skeleton.tsx';

const Diff = lazy(async () => ({
  default: (await import('./text-diff-view.tsx')).TextDiffView,
}));

/** Two versions of a text, the later one with its changes; lines that stay are folded. The editor is loaded when it is needed. */
export function TextDiff(props: { before: string; after: string; label: string }) {
  if (props.before === props.after) return <p className="small soft">{diffTexts.same}</p>;
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <Diff {...props} />
    </Suspense>
  );
}
