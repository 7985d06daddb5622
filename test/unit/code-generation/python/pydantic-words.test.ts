import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile } from '../../../../jobs/code-generation/generator.ts';
import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { contractOf, withWarnings } from '../contracts.ts';
import { describeWith, pythonWithPydantic, runPython } from './python.ts';

function fileOf(contract: ContractModel, compat?: 'v1'): GeneratedFile {
  const [file] = withWarnings(
    pydantic.generate(contract, { dialect: undefined, server: undefined, compat }),
  );
  if (file === undefined) throw new Error('no file');
  return file;
}

const tableOf = (...properties: object[]): ContractModel =>
  contractOf([{ name: 'orders', properties }]);

const words = {
  logicalType: 'string',
  required: true,
  description: 'One of them',
  tags: ['pii'],
  classification: 'internal',
};

describe('Pydantic of names and words', () => {
  it('says which names are others, and keeps those of the contract', () => {
    const contract = contractOf(
      [
        {
          name: '日本',
          deprecated: true,
          properties: [
            { name: 'class', logicalType: 'string' },
            { name: 'größe', logicalType: 'integer' },
            { name: '日本', logicalType: 'integer' },
            { name: 'total', logicalType: 'number', semanticType: 'measure' },
          ],
        },
      ],
      { name: '日本語', id: 'shop', tags: ['core'] },
    );
    const { filename, content, metadata } = fileOf(contract);
    expect(filename).toBe('shop_models.py');
    expect(content).toContain('Tags: core\n"""');
    expect(content).toContain('"""Name in the contract: 日本\n    Deprecated\n    """');
    expect([...metadata.notes].sort()).toEqual([
      '日本: its class is called Table.',
      '日本: members have other names: class_ (class), grosse (größe), field (日本).',
      '日本: what is computed of its columns is left out: total.',
    ]);
  });

  it('keeps words of members and of what is inside of them', () => {
    const { content } = fileOf(
      tableOf(
        { name: 'old', logicalType: 'string', deprecated: true },
        { name: 'names', logicalType: 'array', items: words },
        {
          name: 'by_name',
          logicalType: 'map',
          map: { key: { logicalType: 'string' }, value: words },
        },
        {
          name: 'state',
          logicalType: 'string',
          description: 'Where it is',
          enum: [{ value: 'a', label: 'First', description: 'The first' }, { value: 'b' }],
        },
        {
          name: 'vec',
          logicalType: 'vector',
          logicalTypeOptions: { elementType: 'int8', distanceMetric: 'cosine', normalized: true },
        },
      ),
    );
    const inside = '{"comment": "One of them", "classification": "internal", "tags": ["pii"]}';
    expect(content).toContain('json_schema_extra={"deprecated": True}');
    expect(content).toContain(`json_schema_extra={"ofItems": ${inside}}`);
    expect(content).toContain(`json_schema_extra={"ofValues": ${inside}}`);
    expect(content).toContain(String.raw`description="Where it is\n\na: First: The first"`);
    expect(content).toContain('list[Annotated[int, Field(ge=-128, le=127)]]');
    expect(content).toContain(
      '{"elementType": "int8", "distanceMetric": "cosine", "normalized": True}',
    );
  });

  it('tells of keys that nobody checks, but not of partitions', () => {
    const { metadata } = fileOf(
      tableOf(
        { name: 'day', logicalType: 'date', partitioned: true, partitionKeyPosition: 1 },
        { name: 'id', logicalType: 'integer', primaryKey: true },
      ),
    );
    expect(metadata.notes).toEqual([
      'orders.id: keys, uniqueness and references are kept in its JSON Schema but not checked.',
    ]);
  });

  it('says how bytes are read', () => {
    const contract = tableOf({ name: 'photo', physicalType: 'bytea', required: true });
    expect(fileOf(contract).content).toContain('    photo: Base64Bytes\n');
    expect(fileOf(contract, 'v1').metadata.notes).toEqual([
      'orders.photo: its text is taken as it is and not read as base64.',
    ]);
  });
});

describeWith(pythonWithPydantic(2), 'no pydantic 2 here', {
  title: 'Pydantic 2 reads rows',
  body: (python) => {
    it('of bytes and small numbers', () => {
      const contract = tableOf(
        { name: 'photo', physicalType: 'bytea' },
        { name: 'bits', logicalType: 'vector', logicalTypeOptions: { elementType: 'binary' } },
      );
      const rows = [{ photo: 'AAEC' }, { photo: 'abc' }, { bits: [0, 1] }, { bits: [2] }];
      const [answer] = runPython(python, [
        {
          source: fileOf(contract).content,
          task: 'pydantic',
          rows: rows.map((row) => ['Orders', row]),
        },
      ]);
      expect(answer?.error).toBeUndefined();
      expect(answer?.verdicts?.map((verdict) => verdict === null)).toEqual([
        true,
        false,
        true,
        false,
      ]);
    });
  },
});
