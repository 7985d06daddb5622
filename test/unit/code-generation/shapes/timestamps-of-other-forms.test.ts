import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { avro } from '../../../../jobs/code-generation/generators/avro/generator.ts';
import { go } from '../../../../jobs/code-generation/generators/go/generator.ts';
import { graphql } from '../../../../jobs/code-generation/generators/graphql/generator.ts';
import { greatExpectations } from '../../../../jobs/code-generation/generators/great-expectations/generator.ts';
import { protobuf } from '../../../../jobs/code-generation/generators/protobuf/generator.ts';
import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { spark } from '../../../../jobs/code-generation/generators/spark/generator.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { sqlDdl } from '../../../../jobs/code-generation/generators/sql/generator.ts';
import { typescript } from '../../../../jobs/code-generation/generators/typescript/generator.ts';
import { fieldSchema, tableWith } from '../json-schema/compile.ts';
import { generateFiles } from '../contracts.ts';
import { describeWith, pythonWithPydantic, runPython } from '../python/python.ts';

const textOf = (generator: Generator, contract: ContractModel): string =>
  generateFiles(generator, contract)[0]?.content ?? '';

const avroType = (contract: ContractModel): unknown =>
  (JSON.parse(textOf(avro, contract)) as { fields: { type: unknown }[] }).fields[0]?.type;

/** What each format makes of the field, in a word. */
const typesOf = (contract: ContractModel): Record<string, string | undefined> => ({
  sql: /"?field"? (\S+) NOT NULL/.exec(textOf(sqlDdl, contract))?.[1],
  sqlalchemy: /Column\("field", (\w+)/.exec(textOf(sqlalchemy, contract))?.[1],
  spark: /StructField\("field", (\w+)/.exec(textOf(spark, contract))?.[1],
  avro: JSON.stringify(avroType(contract)),
  expected: /"type_": "(\w+)"/.exec(
    greatExpectations.generate(contract, {
      dialect: undefined,
      server: undefined,
      compat: 'spark',
    })[0]?.content ?? '',
  )?.[1],
  pydantic: /field: (.*)/.exec(textOf(pydantic, contract))?.[1],
  typescript: /field: (.*);/.exec(textOf(typescript, contract))?.[1],
  go: /Field (\S+)/.exec(textOf(go, contract))?.[1],
  graphql: /field: (.*)/.exec(textOf(graphql, contract))?.[1],
  protobuf: /(\S+) field = 1/.exec(textOf(protobuf, contract))?.[1],
});

const inText = { typescript: 'string', go: 'string', graphql: 'String!', protobuf: 'string' };

describe('dates and times that are written in another form', () => {
  const options = { format: 'yyyyMMdd' };

  it('are texts everywhere where their type on the platform is a text', () => {
    const property = {
      logicalType: 'date',
      physicalType: 'varchar(8)',
      logicalTypeOptions: options,
      required: true,
    };
    expect(typesOf(tableWith(property))).toEqual({
      sql: 'varchar(8)',
      sqlalchemy: 'String',
      spark: 'StringType',
      avro: '"string"',
      expected: 'StringType',
      pydantic: 'Annotated[str, Field(max_length=8)]',
      ...inText,
    });
    expect(fieldSchema(property)).toEqual({
      type: 'string',
      maxLength: 8,
      $comment: 'Constraints: format yyyyMMdd',
    });
  });

  it('are texts in rows only, where nothing says what they are on the platform', () => {
    const property = { logicalType: 'date', logicalTypeOptions: options, required: true };
    expect(typesOf(tableWith(property))).toEqual({
      sql: 'date',
      sqlalchemy: 'Date',
      spark: 'DateType',
      avro: '{"type":"int","logicalType":"date"}',
      expected: 'DateType',
      pydantic: 'str',
      ...inText,
    });
    expect(fieldSchema(property)).toEqual({
      type: 'string',
      $comment: 'Constraints: format yyyyMMdd',
    });
  });

  it('say in comments how they are written', () => {
    const contract = tableWith({ logicalType: 'time', logicalTypeOptions: { format: 'HHmm' } });
    for (const generator of [typescript, go, graphql, protobuf])
      expect(textOf(generator, contract)).toContain('A time as HHmm');
  });

  it('are dates of rows where a text of the platform holds them as usual', () => {
    const property = { logicalType: 'date', physicalType: 'varchar(10)', required: true };
    expect(fieldSchema(property)).toEqual({ type: 'string', format: 'date' });
    expect(typesOf(tableWith(property))).toMatchObject({
      sqlalchemy: 'String',
      spark: 'StringType',
      avro: '"string"',
      pydantic: 'dt.date',
      graphql: 'Date!',
    });
  });

  it.each(['timestamp', 'time'])('holds of a %s, too', (logicalType) => {
    const property = {
      logicalType,
      physicalType: 'varchar(20)',
      logicalTypeOptions: { format: 'dd.MM.yyyy HH:mm' },
      required: true,
    };
    expect(typesOf(tableWith(property))).toMatchObject({
      spark: 'StringType',
      avro: '"string"',
      pydantic: 'Annotated[str, Field(max_length=20)]',
      ...inText,
    });
  });

  it('are numbers where their type on the platform is one', () => {
    const property = { logicalType: 'timestamp', physicalType: 'bigint', required: true };
    expect(fieldSchema(property)).toEqual({ type: 'integer' });
    expect(typesOf(tableWith(property))).toMatchObject({
      sql: 'bigint',
      sqlalchemy: 'BigInteger',
      spark: 'LongType',
      avro: '"long"',
      pydantic: 'int',
      typescript: 'number',
      go: 'int64',
    });
  });

  it('are told of where they are numbers', () => {
    const property = {
      logicalType: 'date',
      physicalType: 'int',
      logicalTypeOptions: options,
      required: true,
    };
    expect(fieldSchema(property)).toEqual({
      type: 'integer',
      $comment: 'Constraints: format yyyyMMdd',
    });
    const [models] = generateFiles(pydantic, tableWith(property));
    expect(models?.metadata.notes).toEqual([
      'orders.field: pydantic does not check format yyyyMMdd.',
    ]);
  });

  it.each([
    ['integer', 'u16'],
    ['number', 'f32'],
    ['string', 'binary'],
  ])('are none of the formats that shapes are read from: %s %s', (logicalType, format) => {
    const property = { logicalType, logicalTypeOptions: { format } };
    expect(fieldSchema(property)).not.toHaveProperty('$comment');
    const [models] = generateFiles(pydantic, tableWith(property));
    expect(models?.metadata.notes.join('\n')).not.toContain('format');
  });

  describeWith(pythonWithPydantic(2), 'no Pydantic 2', {
    title: 'with Pydantic 2',
    body: (python) => {
      it('lets good rows pass', () => {
        const contract = tableWith({ logicalType: 'date', logicalTypeOptions: options });
        const rows = ['20240131', '31'].map((field) => ['Orders', { field }] as const);
        const [answer] = runPython(python, [
          { source: textOf(pydantic, contract), task: 'pydantic', rows },
        ]);
        expect(answer?.verdicts).toEqual([null, null]);
      });
    },
  });
});
