import fs from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { load } from 'js-yaml';
import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import { planChecks } from '../../../../jobs/contract-tests/plan/plan-checks.ts';
import type { PlannedCheck } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { describeWith } from './recordings.ts';

const serverTypes = (
  'postgres postgresql cockroach redshift mysql mariadb sqlserver snowflake bigquery databricks trino athena oracle ' +
  'duckdb local s3 gcs azure sftp api kafka custom'
).split(' ');

const formats = [undefined, 'csv', 'json', 'parquet', 'avro', 'delta'];

const servers: ContractServer[] = serverTypes.flatMap((type) =>
  formats.map((format) => ({ server: 's', type, ...(format !== undefined && { format }) })),
);

function expectSound(checks: readonly PlannedCheck[]): void {
  expect(new Set(checks.map((check) => check.key)).size).toBe(checks.length);
  for (const { type, name, model, expectation } of checks) {
    expect([typeof type, typeof name, typeof model]).toEqual(['string', 'string', 'string']);
    if ('reason' in expectation) expect(expectation.reason).not.toMatch(/undefined|\[object/);
    expect(name).not.toMatch(/undefined|\[object/);
  }
}

function read(file: string): unknown {
  try {
    return load(fs.readFileSync(file, 'utf8'), { maxDepth: 100 });
  } catch {
    return undefined;
  }
}

const corpora = ['odcs', 'invalid-odcs', 'valid-but-wrong-odcs', 'negative-official-odcs'];

describeWith('standards/corpus', 'public data contracts', (place) => {
  it.each(corpora)('of %s can be planned for their servers and for every other one', (corpus) => {
    const folder = path.join(place, corpus);
    const documents = fs
      .readdirSync(folder)
      .map((file) => read(path.join(folder, file)))
      .filter((document) => document !== undefined);
    expect(documents.length).toBeGreaterThan(5);
    let planned = 0;
    for (const document of documents) {
      const model = normaliseContract(document);
      for (const server of [...model.servers, ...servers]) {
        const checks = planChecks(model, server);
        planned += checks.length;
        if (server === servers[0]) expectSound(checks);
      }
    }
    expect(planned).toBeGreaterThan(1_000);
  });
});

const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      Number.NaN,
      '',
      'a',
      't.a',
      'string',
      'array',
      'object',
    ),
    fc.constantFrom(
      'P1D',
      '1h',
      'email',
      'i64',
      'SELECT 1',
      '{column}',
      'schema/t/properties/a',
      'x#y',
    ),
    fc.string({ maxLength: 4 }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('thing'),
  ),
  thing: fc.dictionary(fc.constantFrom(...members()), tie('value'), { maxKeys: 12 }),
}));

function members(): string[] {
  return (
    'schema dataset columns table column name physicalName id logicalType physicalType logicalTypeOptions properties ' +
    'items required unique primaryKey primaryKeyPosition quality metric rule type query mustBe mustBeBetween unit ' +
    'arguments validValues pattern missingValues engine description severity relationships from to slaProperties ' +
    'property value element slaDefaultElement customProperties additionalColumns minimum maximum minLength maxLength ' +
    'format multipleOf minItems maxItems minProperties enum tags models fields servicelevels freshness threshold ' +
    'timestampField retention period definitions $ref dataContractSpecification'
  ).split(' ');
}

describe('any document', () => {
  it('can be planned, whatever stands where', () => {
    fc.assert(
      fc.property(
        fc.array(anything.thing, { maxLength: 3 }),
        anything.thing,
        fc.constantFrom(...servers),
        (tables, others, server) => {
          const contract = {
            ...(others as object),
            schema: tables.map((table) => ({ name: 't', ...(table as object) })),
          };
          expectSound(planChecks(normaliseContract(contract), server));
          expectSound(
            planChecks(
              normaliseContract({ ...contract, dataContractSpecification: '1.2.0' }),
              server,
            ),
          );
          expectSound(planChecks(normaliseContract(others), server));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('can be nested deeply and be long without a limit being hit', () => {
    let property: Record<string, unknown> = { name: 'a', required: true };
    for (let depth = 0; depth < 500; depth += 1)
      property =
        depth % 2 === 0 ? { name: 'b', properties: [property] } : { name: 'c', items: property };
    const rules = Array.from({ length: 150_000 }, () => ({}));
    const contract = { schema: [{ name: 't', properties: [property], quality: rules }] };
    expect(planChecks(normaliseContract(contract), { server: 's', type: 'postgres' }).length).toBe(
      150_001,
    );
  });

  it('cannot grow without end by definitions that name each other', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 20 }, (_, number) => [`f${number}`, { $ref: '#/definitions/d' }]),
    );
    const document = {
      dataContractSpecification: '1.2.0',
      definitions: { d: { type: 'object', fields } },
      models: { m: { fields } },
    };
    const checks = planChecks(normaliseContract(document), { server: 's', type: 'postgres' });
    expect(checks.length).toBeLessThan(2_000);
  });
});
