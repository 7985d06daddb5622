import { useId } from 'react';
import { Problem } from '../../../api/problem.ts';
import type { FieldProblem } from '../../../api/problem.ts';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { editTexts } from '../../../texts/documents.ts';

type TextEditorProps = { text: string; error: Error | null; onChange: (text: string) => void };

/** The YAML text of a document, and what the server says is wrong with it, line by line. */
export function TextEditor({ text, error, onChange }: TextEditorProps) {
  const id = useId();
  const problems = error instanceof Problem ? error.violations : [];
  return (
    <div className="stack">
      <div className="field">
        <label htmlFor={id}>{editTexts.text}</label>
        <textarea
          id={id}
          className="input mono text-editor"
          spellCheck={false}
          rows={Math.min(40, Math.max(16, text.split('\n').length + 2))}
          aria-describedby={`${id}-hint`}
          aria-invalid={problems.length > 0 ? true : undefined}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
        <span id={`${id}-hint`} className="tiny faint">
          {editTexts.textHint}
        </span>
      </div>
      {problems.length > 0 && (
        <Problems problems={problems} onOpen={(line) => openLine(id, text, line)} />
      )}
      {error !== null && problems.length === 0 && <ProblemNote error={error} />}
    </div>
  );
}

type ProblemsProps = { problems: readonly FieldProblem[]; onOpen: (line: number) => void };

function Problems({ problems, onOpen }: ProblemsProps) {
  return (
    <section className="note bad" role="alert">
      <div>
        <p className="medium">{editTexts.problems(problems.length)}</p>
        <ul>
          {problems.map(({ field, message, line }) => (
            <li key={`${field} ${message}`}>
              {line !== undefined && (
                <button type="button" className="link" onClick={() => onOpen(line)}>
                  {editTexts.line(line)}
                </button>
              )}{' '}
              <span className="mono">{field}</span> {message}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Selects the line, so that the browser scrolls to it. */
function openLine(id: string, text: string, line: number): void {
  const area = document.querySelector<HTMLTextAreaElement>(`#${CSS.escape(id)}`);
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area?.focus();
  area?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
