import { mergeTexts } from '../../../texts/merge.ts';
import type { Conflict } from '../queries.ts';
import { ChangedWords } from '../words.tsx';
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
  const isCompared = side !== 'base' && isText && typeof conflict.base === 'string';
  if (!isCompared) return <Plain text={text || mergeTexts.empty} isCode={!isText} />;
  return (
    <div className="merge-value" tabIndex={0} role="group" aria-label={text}>
      <ChangedWords before={String(conflict.base)} after={text} />
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
