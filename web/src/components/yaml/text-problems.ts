import { Problem } from '../../api/problem.ts';
import type { TextProblem } from './types.ts';

/** What the server says of a text: its violations, or where it cannot be parsed. */
export function textProblemsOf(error: Error | null): TextProblem[] {
  if (!(error instanceof Problem)) return [];
  const { violations, place, detail } = error;
  if (violations.length === 0 && place !== undefined) {
    return [{ message: detail, severity: 'error', ...place }];
  }
  return violations.map(({ field, message, ...at }) => ({
    message: field === '' ? message : `${field} ${message}`,
    field,
    severity: 'error',
    ...at,
  }));
}
