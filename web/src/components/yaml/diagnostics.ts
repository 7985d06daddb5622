import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { TextProblem } from './types.ts';

/** Marks of the problems that have a line. */
export function diagnosticsOf(doc: Text, problems: readonly TextProblem[]): Diagnostic[] {
  return problems.flatMap(({ message, severity, line: number, column = 1 }) => {
    if (number === undefined) return [];
    // A text that is typed meanwhile may be shorter than the one that was checked.
    const line = doc.line(Math.min(Math.max(number, 1), doc.lines));
    const end = line.from + line.text.trimEnd().length;
    const at = line.from + Math.max(column, 1) - 1;
    // A place after the text of the line has no width: the whole line is marked.
    const from = at < end ? at : end - line.text.trim().length;
    return [{ from, to: end, severity, message }];
  });
}
