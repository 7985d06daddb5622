import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { spark } from '../../../../jobs/code-generation/generators/spark/generator.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { dialectOf } from '../../../../domain/dialects/dialect.ts';
import { hasShared } from '../contracts.ts';
import { compareWithReference, recordingsOf } from '../differences/difference.ts';
import type { DifferenceRule, Facts } from '../differences/difference.ts';
import { pydanticDifferences } from '../differences/pydantic.ts';
import { sparkDifferences } from '../differences/spark.ts';
import { sqlalchemyDifferences } from '../differences/sqlalchemy.ts';
import { anyPython, describeWith, runPython } from './python.ts';
import type { Interpreter, PythonAnswer, PythonJob } from './python.ts';

const factsOfPlaces = ({ error, places }: PythonAnswer): Facts => {
  if (error !== undefined) throw new Error(error);
  return new Map(Object.entries(places as Record<string, Record<string, string>>));
};

type SparkType = readonly [name: string, ...parts: any[]];
type SparkField = { name: string; type: SparkType; nullable: boolean; metadata: any };

function* insideOfType(
  place: string,
  [name, ...parts]: SparkType,
): Iterable<[string, Record<string, string>]> {
  if (name === 'StructType')
    for (const field of parts[0] as SparkField[]) yield* factsOfField(place, field);
  if (name === 'ArrayType')
    yield* factsOfType(`${place}[]`, parts[0] as SparkType, parts[1] as boolean);
  if (name === 'MapType')
    yield* factsOfType(`${place}{}`, parts[1] as SparkType, parts[2] as boolean);
}

function* factsOfType(
  place: string,
  type: SparkType,
  nullable: boolean,
  more: Record<string, string> = {},
): Iterable<[string, Record<string, string>]> {
  const [name, ...parts] = type;
  const digits = name === 'DecimalType' ? `(${parts.join(',')})` : '';
  yield [place, { type: `${name}${digits}`, nullable: String(nullable), ...more }];
  yield* insideOfType(place, type);
}

function* factsOfField(
  place: string,
  { name, type, nullable, metadata }: SparkField,
): Iterable<[string, Record<string, string>]> {
  const { comment = '', ...others } = metadata ?? {};
  yield* factsOfType(`${place}.${name}`, type, nullable, {
    comment,
    metadata: JSON.stringify(others),
  });
}

const factsOfSchemas = ({ error, schemas }: PythonAnswer): Facts => {
  if (error !== undefined) throw new Error(error);
  const all = Object.entries(schemas as unknown as Record<string, SparkType>);
  return new Map(
    all.flatMap(([name, type]) => [
      [name, {}] as [string, Record<string, string>],
      ...insideOfType(name, type),
    ]),
  );
};

type Kind = {
  format: string;
  generator: Generator;
  rules: readonly DifferenceRule[];
  job: (source: string) => PythonJob;
  facts: (answer: PythonAnswer) => Facts;
};

const kinds: Kind[] = [
  {
    format: 'pydantic-model',
    generator: pydantic,
    rules: pydanticDifferences,
    job: (source) => ({ source, task: 'facts_task', kind: 'pydantic' }),
    facts: factsOfPlaces,
  },
  {
    format: 'sqlalchemy',
    generator: sqlalchemy,
    rules: sqlalchemyDifferences,
    job: (source) => ({ source, task: 'facts_task', kind: 'sqlalchemy' }),
    facts: factsOfPlaces,
  },
  {
    format: 'spark',
    generator: spark,
    rules: sparkDifferences,
    // Its text has no imports.
    job: (source) => ({ source: `from pyspark.sql.types import *\n${source}`, task: 'spark_task' }),
    facts: factsOfSchemas,
  },
];

function ourText(generator: Generator, contract: ContractModel): string {
  const [server] = contract.servers;
  const dialect = dialectOf(server?.type ?? '');
  return generator.generate(contract, { server, dialect, compat: undefined })[0]?.content ?? '';
}

function compareKind(python: Interpreter, { format, generator, rules, job, facts }: Kind): void {
  const recordings = recordingsOf(format);
  const answers = runPython(
    python,
    recordings.flatMap(({ text, contract }) => [
      job(text),
      { ...job(ourText(generator, contract)), source: ourText(generator, contract) },
    ]),
  );
  // Some texts of the reference are no Python.
  const readable = recordings.flatMap(({ id }, position) => {
    const [reference = {}, ours = {}] = answers.slice(position * 2);
    return reference.error === undefined ? [{ id, reference, ours }] : [];
  });
  console.log(`${format}: ${recordings.length - readable.length} recordings are no Python`);
  const pairs = readable.map(({ id, reference, ours }) => ({
    id,
    reference: facts(reference),
    ours: facts(ours),
  }));
  expect(pairs.length).toBeGreaterThan(10);
  const { unexplained, counts, expected } = compareWithReference(format, rules, pairs);
  expect(unexplained.slice(0, 20)).toEqual([]);
  expect(counts).toEqual(expected);
}

describeWith(
  hasShared ? anyPython : undefined,
  hasShared ? 'no python3 here' : 'no recordings beside the repository',
  {
    title: 'Python of the reference',
    body: (python) => {
      it.each(kinds)('differs only where it is meant to: $format', (kind) =>
        compareKind(python, kind),
      );
    },
  },
);
