import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Problem } from '../../../api/problem.ts';
import type { FieldProblem } from '../../../api/problem.ts';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { textProblemsOf } from '../../../components/yaml/text-problems.ts';
import { YamlEditor } from '../../../components/yaml/yaml-editor.tsx';
import { editTexts } from '../../../texts/documents.ts';
import { kindSchemaQuery } from '../queries.ts';

type TextEditorProps = {
  collection: string;
  text: string;
  error: Error | null;
  onChange: (text: string) => void;
};

type Place = { line: number; column: number };

const none: readonly FieldProblem[] = [];

/** The YAML text of a document with what its kind allows, and what the server says is wrong with it, line by line. */
export function TextEditor({ collection, text, error, onChange }: TextEditorProps) {
  const { data: schema } = useQuery(kindSchemaQuery(collection));
  const [jump, setJump] = useState<Place>();
  const violations = error instanceof Problem ? error.violations : none;
  const problems = useMemo(() => textProblemsOf(error), [error]);
  return (
    <div className="stack">
      <div className="field">
        <span className="small medium" aria-hidden>
          {editTexts.text}
        </span>
        <div className="yaml-frame">
          <YamlEditor
            label={editTexts.text}
            value={text}
            onChange={onChange}
            problems={problems}
            schema={schema}
            jump={jump}
          />
        </div>
        <span className="tiny faint">{editTexts.textHint}</span>
      </div>
      {violations.length > 0 && <Problems problems={violations} onOpen={setJump} />}
      {error !== null && violations.length === 0 && <ProblemNote error={error} />}
    </div>
  );
}

type ProblemsProps = { problems: readonly FieldProblem[]; onOpen: (place: Place) => void };

function Problems({ problems, onOpen }: ProblemsProps) {
  return (
    <section className="note bad" role="alert">
      <div>
        <p className="medium">{editTexts.problems(problems.length)}</p>
        <ul>
          {problems.map(({ field, message, line, column = 1 }) => (
            <li key={`${field} ${message}`}>
              {line !== undefined && (
                <button type="button" className="link" onClick={() => onOpen({ line, column })}>
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
