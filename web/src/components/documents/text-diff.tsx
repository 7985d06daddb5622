import { lazy, Suspense } from 'react';
import { diffTexts } from '../../texts/diff.ts';
import { Skeleton } from '../states/skeleton.tsx';
import type { NamedText } from './text-diff-view.tsx';

const Diff = lazy(async () => ({
  default: (await import('./text-diff-view.tsx')).TextDiffView,
}));
const Compare = lazy(async () => ({
  default: (await import('./text-diff-view.tsx')).TextCompareView,
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

type TextCompareProps = { before: NamedText; after: NamedText; label: string };

/** Two texts side by side; on a small screen, the second one with what differs from the first. */
export function TextCompare({ before, after, label }: TextCompareProps) {
  const isSmall = matchMedia('(max-width: 760px)').matches;
  if (isSmall || before.text === after.text) {
    return <TextDiff before={before.text} after={after.text} label={label} />;
  }
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <Compare before={before} after={after} />
    </Suspense>
  );
}
