import { diffWords } from '../../../lib/word-diff.ts';
import { mergeTexts } from '../../../texts/merge.ts';
import type { Conflict } from '../queries.ts';
import { valueText } from '../value-text.ts';

type SideValueProps = { conflict: Conflict; side: 'base' | 'namespace' | 'branch' };

/** What one side says; words that it adds or removes since the start are marked. */
export function SideValue({ conflict, side }: SideValueProps) {
  const value = conflict[side];
  if (conflict.truncated === true) return <Plain text={mergeTexts.tooLong} isFaint />;
  if (value === undefined || value === null) {
    const wasThere = side !== 'base' && conflict.base !== undefined && conflict.base !== null;
    return <Plain text={wasThere ? mergeTexts.removedHere : mergeTexts.absent} isFaint />;
  }
  const text = valueText(value);
  const isText = typeof value === 'string';
  const pieces =
    side !== 'base' && isText && typeof conflict.base === 'string'
      ? diffWords(conflict.base, text)
      : undefined;
  if (pieces === undefined) return <Plain text={text || mergeTexts.empty} isCode={!isText} />;
  return (
    <div className="merge-value" tabIndex={0} role="group" aria-label={text}>
      {pieces.map(({ kind, text: words }, index) => {
        if (kind === 'added') return <ins key={index}>{words}</ins>;
        if (kind === 'removed') return <del key={index}>{words}</del>;
        return <span key={index}>{words}</span>;
      })}
    </div>
  );
}

type PlainProps = { text: string; isFaint?: boolean; isCode?: boolean };

function Plain({ text, isFaint = false, isCode = false }: PlainProps) {
  const classes = ['merge-value', isFaint && 'faint', isCode && 'mono'];
  return (
    <div className={classes.filter(Boolean).join(' ')} tabIndex={0} role="group" aria-label={text}>
      {text}
    </div>
  );
}
