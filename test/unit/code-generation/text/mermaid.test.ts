import '../fuzz-seed.ts';
import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import * as fc from 'fast-check';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { mermaid } from '../../../../jobs/code-generation/generators/mermaid/generator.ts';
import { contractOf, describeWithShared, generateFiles } from '../contracts.ts';
import { publicContracts, recordedContracts } from '../contracts.ts';
import { hostileDocument } from '../hostile/documents.ts';

type Attribute = { type: string; name: string; keys: string[]; comment: string };
type Diagram = {
  error?: string;
  config?: object;
  entities: { name: string; id: string; attributes: Attribute[] }[];
  relationships: { entityA: string; entityB: string; roleA: string; relSpec: object }[];
};

type Reader = { parse: (texts: readonly string[]) => Promise<Diagram[]>; stop: () => void };

/** A process with Mermaid, which takes longer to load than to read all texts of these tests: a list of texts on each line. */
function startReader(): Reader {
  const script = path.resolve('test/unit/code-generation/text/parse-mermaid.mjs');
  const { stdin, stdout } = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = readline.createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    async parse(texts) {
      stdin.write(`${JSON.stringify(texts)}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error('Mermaid ended; what it wrote is above');
      return JSON.parse(value) as Diagram[];
    },
    stop: () => void stdin.end(),
  };
}

let reader: Reader;
beforeAll(() => {
  reader = startReader();
});
afterAll(() => reader.stop());

/** What Mermaid itself reads. */
const parse = (texts: readonly string[]): Promise<Diagram[]> => reader.parse(texts);

const textOf = (contract: ContractModel): string =>
  generateFiles(mermaid, contract)[0]?.content ?? '';

/** As many entities, columns and relationships as the contract has: nothing broke out, nothing was lost. */
function expectWhole(contract: ContractModel, diagram: Diagram | undefined): void {
  expect(diagram?.error).toBeUndefined();
  expect(diagram?.config).toEqual({});
  expect(diagram?.entities.map(({ attributes }) => attributes.length)).toEqual(
    contract.tables.map(({ properties }) => properties.length),
  );
}

describe('diagrams of Mermaid', () => {
  it('have tables, typed columns with keys, and how often rows belong together', async () => {
    const contract = contractOf([
      {
        name: 'orders',
        properties: [
          { name: 'id', logicalType: 'integer', primaryKey: true },
          { name: 'customer', logicalType: 'integer', relationships: [{ to: 'customers.id' }] },
          {
            name: 'payment no',
            logicalType: 'string',
            unique: true,
            required: true,
            description: 'Says "paid" 100%',
            relationships: [{ to: 'customers.id' }],
          },
          { name: 'fk', logicalType: 'array', items: { logicalType: 'string' } },
        ],
      },
      {
        name: 'customers',
        properties: [{ name: 'id', physicalType: 'NUMBER(10,2)', primaryKey: true }],
      },
      { name: 'nothing' },
    ]);
    expect(textOf(contract)).toBe(
      [
        'erDiagram',
        '  accTitle: Orders of the shop',
        '  "orders" {',
        '    integer id PK',
        '    integer customer FK',
        '    string payment_no FK, UK "payment no#59; required#59; Says #34;paid#34; 100#37;"',
        '    array[string] _fk "fk"',
        '  }',
        '  "customers" {',
        '    NUMBER id PK',
        '  }',
        '  "nothing"',
        '  "orders" }o..o| "customers" : "customer → id"',
        '  "orders" |o..|| "customers" : "payment_no → id"',
        '',
      ]
        .join('\n')
        .replace('payment_no → id', 'payment no → id'),
    );
    const [diagram] = await parse([textOf(contract)]);
    expectWhole(contract, diagram);
    expect(diagram?.entities[0]?.attributes[2]).toMatchObject({
      type: 'string',
      name: 'payment_no',
      keys: ['FK', 'UK'],
    });
    expect(diagram?.relationships.map(({ relSpec }) => relSpec)).toEqual([
      { cardA: 'ZERO_OR_ONE', relType: 'NON_IDENTIFYING', cardB: 'ZERO_OR_MORE' },
      { cardA: 'ONLY_ONE', relType: 'NON_IDENTIFYING', cardB: 'ZERO_OR_ONE' },
    ]);
  });

  it('stay diagrams whatever the texts of a contract are', async () => {
    const contracts = fc.sample(hostileDocument, { numRuns: 600, seed: 7 });
    const diagrams = await parse(contracts.map(textOf));
    for (const [index, contract] of contracts.entries()) expectWhole(contract, diagrams[index]);
  });

  it('say nothing about what no diagram shows', async () => {
    const contract = contractOf(
      [
        {
          name: 'orders',
          tags: ['sales'],
          description: 'All of them',
          quality: [{ metric: 'rowCount', mustBe: 1 }],
          properties: [
            {
              name: 'code',
              logicalType: 'string',
              physicalType: 'varchar(5)',
              tags: ['pii'],
              classification: 'internal',
              enum: [{ value: 'a', label: 'A' }],
              logicalTypeOptions: { minLength: 1, pattern: '^a' },
            },
            {
              name: 'lines',
              logicalType: 'array',
              items: { logicalType: 'object', properties: [{ name: 'sku' }] },
            },
            { name: 'ids', logicalType: 'array', items: { logicalType: 'integer' } },
            { name: 'sum', semanticType: 'measure', transformLogic: 'sum(x)' },
          ],
        },
      ],
      {
        tags: ['shop'],
        description: { usage: 'Reports' },
        servers: [{ server: 's', type: 'postgres' }],
        slaProperties: [{ property: 'latency', value: 4, unit: 'h' }],
      },
    );
    expect(generateFiles(mermaid, contract)[0]?.metadata.notes).toEqual([
      'orders: what is computed of its columns is left out: sum.',
    ]);
    expectWhole(contract, (await parse([textOf(contract)]))[0]);
  });

  it('are empty, but valid without tables', async () => {
    const contract = contractOf([]);
    expectWhole(contract, (await parse([textOf(contract)]))[0]);
  });
});

describeWithShared('diagrams of public contracts', () => {
  it('are read by Mermaid', async () => {
    const contracts = [...publicContracts(), ...recordedContracts()];
    const diagrams = await parse(contracts.map(({ contract }) => textOf(contract)));
    for (const [index, { name, contract }] of contracts.entries()) {
      expect({ name, error: diagrams[index]?.error }).toEqual({ name, error: undefined });
      expectWhole(contract, diagrams[index]);
    }
  });
});
