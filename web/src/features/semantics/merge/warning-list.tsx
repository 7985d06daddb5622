import { mergeTexts } from '../../../texts/semantics/merge.ts';
import type { Warnings } from './use-merge.ts';

/** What the merge changes besides the choices. */
export function WarningList({ adjusted, reprinted }: Warnings) {
  return (
    <>
      {adjusted.length > 0 && (
        <div className="note warn">
          <div>
            {mergeTexts.adjusted}
            <ul className="mono">
              {adjusted.map(({ concept, field }) => (
                <li key={`${concept} ${field}`}>
                  {concept} / {field}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {reprinted.length > 0 && (
        <div className="note warn">
          <div>
            {mergeTexts.reprinted}
            <div className="mono">{reprinted.join(', ')}</div>
          </div>
        </div>
      )}
    </>
  );
}
