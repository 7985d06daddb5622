import { lazy, Suspense } from 'react';
import { SkeletonLines } from './skeleton.tsx';

const SanitizedHtml = lazy(async () => ({
  default: (await import('./sanitized-html.tsx')).SanitizedHtml,
}));

/** Markdown or HTML that somebody wrote: sanitized, without images from elsewhere. Its 27 kB are loaded when it is first shown. */
export function Markdown({ text }: { text: string }) {
  // Most descriptions are one plain sentence, which needs no parser.
  if (!/[*_`#<>[\]|~&\\]|\n|https?:|^\s*(?:[-+]|\d+[.)])\s/u.test(text)) return <p>{text}</p>;
  return (
    <Suspense fallback={<SkeletonLines lines={2} />}>
      <SanitizedHtml text={text} />
    </Suspense>
  );
}
