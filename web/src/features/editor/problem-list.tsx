import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import type { TextProblem } from '../../components/yaml/yaml-editor.tsx';
import { editorTexts } from '../../texts/studio/editor.ts';

/** A place of the text; `isQuiet` leaves the focus where it is. */
export type Jump = { line: number; column: number; isQuiet?: true };

type ProblemListProps = {
  problems: readonly TextProblem[];
  onJump: (to: Jump, field: string | undefined) => void;
};

/** Problems beyond these are counted only. */
const maxShown = 50;

/** What is wrong with the text; a click moves the cursor to the line. */
export function ProblemList({ problems, onJump }: ProblemListProps) {
  if (problems.length === 0) return null;
  const more = problems.length - maxShown;
  return (
    <ul className="editor-problems" aria-label={editorTexts.problemList} tabIndex={0}>
      {problems.slice(0, maxShown).map((problem, index) => (
        // The same problem may occur twice in a line.
        <li key={`${index} ${problem.message}`}>
          <Problem problem={problem} onJump={onJump} />
        </li>
      ))}
      {more > 0 && <li className="tiny faint">{editorTexts.moreProblems(more)}</li>}
    </ul>
  );
}

function Problem({
  problem: { message, field, line, column = 1, severity },
  onJump,
}: { problem: TextProblem } & Pick<ProblemListProps, 'onJump'>) {
  const icon =
    severity === 'error' ? (
      <IconX size={14} className="bad-text" aria-label={editorTexts.error} />
    ) : (
      <IconAlertTriangle size={14} className="warn-text" aria-label={editorTexts.warning} />
    );
  if (line === undefined) {
    return (
      <span className="editor-problem">
        {icon}
        <span className="faint" />
        <span>{message}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      className="editor-problem"
      onClick={() => onJump({ line, column }, field)}
    >
      {icon}
      <span className="faint">{editorTexts.line(line)}</span>
      <span>{message}</span>
    </button>
  );
}
