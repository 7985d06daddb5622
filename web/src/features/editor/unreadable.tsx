import { editorTexts } from '../../texts/studio/editor.ts';

type UnreadableProps = { line: number; onGoTo: (line: number) => void; children: string };

/** Says that the text does not parse, and leads to its line. */
export function Unreadable({ line, onGoTo, children }: UnreadableProps) {
  return (
    <div className="note warn" role="alert">
      <div>
        {children}{' '}
        <button type="button" className="link-button" onClick={() => onGoTo(line)}>
          {editorTexts.goToLine(line)}
        </button>
      </div>
    </div>
  );
}
