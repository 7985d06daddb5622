import { Problem } from '../../../api/problem.ts';
import type { FormField, FormValues } from '../../../components/controls/schema-form.tsx';
import { schemaFormTexts } from '../../../texts/schema-form.ts';

export type Problems = Readonly<Record<string, string>>;

/** What is wrong with what was typed, as far as the fields say it; the server checks the rest. */
export function problemsOf(fields: readonly FormField[], values: FormValues): Problems {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(field, values[field.path]);
      return problem === undefined ? [] : [[field.path, problem]];
    }),
  );
}

function problemOf(field: FormField, value: string | boolean | undefined): string | undefined {
  if (typeof value === 'boolean' || field.input === 'switch') return undefined;
  const text = value?.trim() ?? '';
  if (text === '') {
    // A server may ask for an empty password.
    return field.required && field.input !== 'secret' ? schemaFormTexts.required : undefined;
  }
  if (field.input === 'number') return numberProblem(field, Number(text));
  return field.input === 'text' ? patternProblem(field, text) : undefined;
}

function numberProblem({ minimum, maximum }: FormField, value: number): string | undefined {
  if (!Number.isFinite(value)) return schemaFormTexts.number;
  if (minimum !== null && value < minimum) return schemaFormTexts.least(minimum);
  if (maximum !== null && value > maximum) return schemaFormTexts.most(maximum);
  return undefined;
}

function patternProblem({ pattern }: FormField, text: string): string | undefined {
  if (pattern === null) return undefined;
  try {
    return new RegExp(pattern, 'u').test(text) ? undefined : schemaFormTexts.pattern;
  } catch {
    return undefined;
  }
}

/** What the server says (422), by the path of the field: members of a list belong to the list. */
export function refusedFields(error: Error | null): Problems {
  if (!(error instanceof Problem)) return {};
  return Object.fromEntries(
    error.violations.map(({ field, message }) => {
      const path = field
        .replace(/^\//u, '')
        .replaceAll('/', '.')
        .replace(/(?:\[\d+\]|\.\d+)$/u, '');
      return [path, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`];
    }),
  );
}

const ownPaths: readonly string[] = [
  'source',
  'name',
  'externalId',
  'owningTeamExternalId',
  'credentials',
  'scheduleExpression',
  'scheduleTimezone',
  'removalFuse.assets',
  'removalFuse.percent',
];

/** True if what the server refuses stands at a field. */
export function standsAtField(error: Error, fields: readonly FormField[]): boolean {
  const known = new Set([...ownPaths, ...fields.map(({ path }) => path)]);
  return Object.keys(refusedFields(error)).some((path) => known.has(path));
}
