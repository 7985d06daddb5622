import { pydantic } from '../../../jobs/code-generation/generators/pydantic.ts';
import { contractOf } from './contracts.ts';
import { runPython } from './python.ts';
import type { Interpreter } from './python.ts';

type Verdicts = readonly boolean[];

/** Whether each value of the one field is taken. */
export function accepted(
  python: Interpreter,
  property: object,
  { values, compat }: { values: readonly unknown[]; compat: string | undefined },
): Verdicts {
  const field = { name: 'field', ...property };
  const contract = contractOf([{ name: 'orders', properties: [field] }]);
  const options = { dialect: undefined, server: undefined, compat };
  const source = pydantic.generate(contract, options)[0]?.content ?? '';
  const rows = values.map((value) => ['Orders', { field: value }] as const);
  const [answer] = runPython(python, [{ source, task: 'pydantic', rows }]);
  if (answer?.error !== undefined) throw new Error(`${answer.error}\n${source}`);
  return (answer?.verdicts ?? []).map((verdict) => verdict === null);
}
