import { lazy, Suspense, useState } from 'react';
import { stateTexts } from '../../texts/states.ts';
import { SkeletonLines } from '../states/skeleton.tsx';

const SanitizedHtml = lazy(async () => ({
  default: (await import('./sanitized-html.tsx')).SanitizedHtml,
}));

/** Markdown is read in time that grows with the square of the length of some texts. */
const maxLength = 10_000;

/** Markdown or HTML that somebody wrote: sanitized, without images from elsewhere. Its 27 kB are loaded when it is first shown. */
export function Markdown({ text }: { text: string }) {
  if (text.length > maxLength) return <LongText text={text} />;
  // Most descriptions are one plain sentence, which needs no parser.
  if (!/[*_`#<>[\]|~&\\]|\n|https?:|^\s*(?:[-+]|\d+[.)])\s/u.test(text)) return <p>{text}</p>;
  return (
    <Suspense fallback={<SkeletonLines lines={2} />}>
      <SanitizedHtml text={text} />
    </Suspense>
  );
}

/** The beginning of a text that is too long to be read as Markdown, and the rest on demand. */
function LongText({ text }: { text: string }) {
  const [shown, setShown] = useState(maxLength);
  return (
    <>
      <p className="plain">{text.slice(0, shown)}</p>
      {shown < text.length && (
        <button type="button" className="link-button" onClick={() => setShown(shown * 10)}>
          {stateTexts.showMoreText(text.length - shown)}
        </button>
      )}
    </>
  );
}
