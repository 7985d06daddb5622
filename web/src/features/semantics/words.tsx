import { diffWords } from '../../lib/text/word-diff.ts';

/** A text with the words that it adds and removes. */
export function ChangedWords({ before, after }: { before: string; after: string }) {
  return diffWords(before, after).map(({ kind, text }, index) => {
    if (kind === 'added') return <ins key={index}>{text}</ins>;
    if (kind === 'removed') return <del key={index}>{text}</del>;
    return <span key={index}>{text}</span>;
  });
}
