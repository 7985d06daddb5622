import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { contractOf } from '../contracts.ts';
import { runPython } from './python.ts';
import type { Interpreter } from './python.ts';

type Verdicts = readonly boolean[];
type FieldValues = readonly [property: object, values: readonly unknown[]];

/** For each field whether it takes each of its values; one process of Python answers for all. */
export function acceptedAll(
  python: Interpreter,
  fields: readonly FieldValues[],
  compat: string | undefined,
): Verdicts[] {
  const jobs = fields.map(([property, values]) => {
    const field = { name: 'field', ...property };
    const contract = contractOf([{ name: 'orders', properties: [field] }]);
    const options = { dialect: undefined, server: undefined, compat };
    const source = pydantic.generate(contract, options)[0]?.content ?? '';
    const rows = values.map((value) => ['Orders', { field: value }] as const);
    return { source, task: 'pydantic', rows } as const;
  });
  return runPython(python, jobs).map((answer, index) => {
    if (answer.error !== undefined) throw new Error(`${answer.error}\n${jobs[index]?.source}`);
    return (answer.verdicts ?? []).map((verdict) => verdict === null);
  });
}
