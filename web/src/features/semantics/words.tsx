import { diffWords } from '../../lib/word-diff.ts';

/** A text with the words that it adds and removes; both texts, one after the other, if they are too long to compare. */
export function ChangedWords({ before, after }: { before: string; after: string }) {
  const pieces = diffWords(before, after);
  if (pieces === undefined) {
    return (
      <>
        <del>{before}</del> <ins>{after}</ins>
      </>
    );
  }
  return pieces.map(({ kind, text }, index) => {
    if (kind === 'added') return <ins key={index}>{text}</ins>;
    if (kind === 'removed') return <del key={index}>{text}</del>;
    return <span key={index}>{text}</span>;
  });
}
