import { mergeTexts } from '../../../texts/semantics/merge.ts';
import type { Conflict } from '../queries.ts';
import { ChangedWords } from '../words.tsx';
import { valueText } from '../value-text.ts';

type SideValueProps = { conflict: Conflict; side: 'base' | 'namespace' | 'branch' };

/** What one side says; words that it adds or removes since the start are marked. */
export function SideValue({ conflict, side }: SideValueProps) {
  const value = conflict[side];
  if (conflict.truncated === true) return <Plain text={mergeTexts.tooLong} isFaint />;
  if (value === undefined || value === null)
    return <Plain text={absenceOf(conflict, side)} isFaint />;
  if (typeof value !== 'string') return <Plain text={valueText(value)} isCode />;
  if (side === 'base' || typeof conflict.base !== 'string') {
    return <Plain text={value || mergeTexts.empty} />;
  }
  return (
    <div className="merge-value" tabIndex={0} role="group" aria-label={value}>
      <ChangedWords before={conflict.base} after={value} />
    </div>
  );
}

/** A side without a value: it has removed it, or it was never there. */
function absenceOf({ base }: Conflict, side: SideValueProps['side']): string {
  const wasThere = side !== 'base' && base !== undefined && base !== null;
  return wasThere ? mergeTexts.removedHere : mergeTexts.absent;
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
