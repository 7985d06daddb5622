import type { Answer } from '../output/answer.ts';
import type { Column } from '../output/columns.ts';

const columns: readonly Column[] = [
  // The beginning of all types is the same.
  { head: 'EVENT', of: ({ type }) => String(type).split('.').at(-1) },
  { head: 'KIND', of: 'subjectKind' },
  { head: 'SUBJECT', of: 'subject' },
  { head: 'REVISION', of: 'revision', right: true },
];

/** The answer of a rehearsal: what would be recorded. */
export function describeEffects(text: string): Answer {
  const value = (text === '' ? { effects: [] } : JSON.parse(text)) as { effects?: unknown[] };
  const effects = value.effects ?? [];
  if (effects.length === 0) return { value: effects, text: 'Nothing would change.' };
  return { value: effects, columns, note: 'Nothing was stored (--dry-run).' };
}
