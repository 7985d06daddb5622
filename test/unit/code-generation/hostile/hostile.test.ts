import '../fuzz-seed.ts';
import { parseSync } from '@swc/core';
import avsc from 'avsc';
import * as fc from 'fast-check';
import { buildSchema, isObjectType, validateSchema } from 'graphql';
import protobufjs from 'protobufjs';
import type {
  ContractModel,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../../../../jobs/code-generation/generator.ts';
import { avro } from '../../../../jobs/code-generation/generators/avro/generator.ts';
import { go } from '../../../../jobs/code-generation/generators/go/generator.ts';
import { graphql } from '../../../../jobs/code-generation/generators/graphql/generator.ts';
import { protobuf } from '../../../../jobs/code-generation/generators/protobuf/generator.ts';
import { typescript } from '../../../../jobs/code-generation/generators/typescript/generator.ts';
import { contractOf, generateFiles } from '../contracts.ts';
import { hostileContract } from './contracts.ts';
import { compileProto } from '../protobuf/proto.ts';
import { readGo } from '../go/read-go.ts';

const safeName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

function expectSafe(files: readonly GeneratedFile[]): void {
  const names = files.map(({ filename }) => filename);
  for (const name of names) expect(name).toMatch(safeName);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const { content, metadata } of files) {
    expect(content).not.toMatch(/[\u2028\u2029]|undefined|\[object /);
    expect(content.includes('\0')).toBe(false);
    for (const list of [metadata.notes, metadata.warnings]) {
      expect(list.length).toBeLessThanOrEqual(201);
      expect(new Set(list).size).toBe(list.length);
    }
  }
}

const fieldCount = ({ properties }: ContractTable): number =>
  new Set(properties.map(({ physicalName }) => physicalName)).size;

/** Generates from hostile contracts twice, and hands both to a parser of the format. */
function forHostile(
  generator: Generator,
  parse: (files: GeneratedFile[], contract: ContractModel) => void,
): void {
  fc.assert(
    fc.property(hostileContract, (contract) => {
      const files = generateFiles(generator, contract);
      expectSafe(files);
      expect(generateFiles(generator, contract)).toEqual(files);
      parse(files, contract);
    }),
    { numRuns: 100 },
  );
}

describe('hostile contracts', () => {
  it('become Avro with every field and nothing else', () => {
    forHostile(avro, (files, { tables }) => {
      const registry = Object.create(null) as Record<string, avsc.Type>;
      files.forEach(({ content }, position) => {
        const schema = JSON.parse(content) as avsc.Schema & { fields: unknown[] };
        const type = avsc.Type.forSchema(schema, { registry });
        const table = tables[position];
        expect((type as avsc.types.RecordType).fields).toHaveLength(table ? fieldCount(table) : 0);
      });
    });
  });

  it('become Protocol Buffers with every field and nothing else', () => {
    forHostile(protobuf, ([file], { tables }) => {
      const text = file?.content ?? '';
      const root = compileProto(text);
      const path = protobufjs.parse(text, { keepCase: true }).package?.split('.') ?? [];
      const messages = (root.lookup(path) as protobufjs.Namespace | null)?.nestedArray ?? [];
      expect(messages.map((message) => (message as protobufjs.Type).fieldsArray.length)).toEqual(
        tables.map(fieldCount),
      );
    });
  });

  it('become TypeScript with every type and nothing else', () => {
    forHostile(typescript, ([file], { tables }) => {
      const { body } = parseSync(file?.content ?? '', { syntax: 'typescript' });
      const types = body.filter(
        (statement) =>
          statement.type === 'ExportDeclaration' &&
          statement.declaration.type === 'TsTypeAliasDeclaration',
      );
      const [first] = body;
      const isEmpty =
        tables.length === 0 && body.length === 1 && first?.type === 'ExportNamedDeclaration';
      expect(isEmpty || (types.length === body.length && types.length >= tables.length)).toBe(true);
    });
  });

  it('become Go with every field and nothing else', () => {
    forHostile(go, ([file], { tables }) => {
      const structs = [...readGo(file?.content ?? '').structs.values()];
      expect(structs.length).toBeGreaterThanOrEqual(tables.length);
      const counts = structs.map((fields) => Object.keys(fields).length);
      for (const table of tables) expect(counts).toContain(fieldCount(table));
    });
  });

  it('become GraphQL with every field and nothing else', () => {
    forHostile(graphql, ([file], { tables }) => {
      const schema = buildSchema(file?.content ?? '');
      expect(validateSchema(schema)).toEqual([]);
      const query = schema.getQueryType()?.getFields() ?? {};
      const types = Object.values(query).map(({ type }) => String(type).replaceAll(/[[\]!]/g, ''));
      expect(types).toHaveLength(Math.max(tables.length, 1));
      tables.forEach((table, position) => {
        const type = schema.getType(types[position] ?? '');
        const fields = isObjectType(type) ? Object.keys(type.getFields()).length : 0;
        expect(fields).toBeGreaterThanOrEqual(fieldCount(table));
      });
    });
  });
});

it('takes names and descriptions of 10 kB', () => {
  const long = 'long name '.repeat(1_000);
  const contract = contractOf(
    [{ name: long, description: long, properties: [{ name: long }, { name: `${long}2` }] }],
    {
      id: long,
      name: long,
    },
  );
  for (const generator of [avro, protobuf, typescript, go, graphql]) {
    const [file] = generateFiles(generator, contract);
    expect(file?.filename.length).toBeLessThan(150);
    for (const note of file?.metadata.notes ?? []) expect(note.length).toBeLessThan(3_100);
  }
});
