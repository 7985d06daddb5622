import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { generators } from '../../../../jobs/code-generation/generators/index.ts';
import { jsonSchema } from '../../../../jobs/code-generation/generators/json-schema/generator.ts';
import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { createNotes } from '../../../../jobs/code-generation/shapes/notes.ts';
import { noteInexactBounds } from '../../../../jobs/code-generation/shapes/inexact-bounds.ts';
import { schemaOf, tableWith } from '../json-schema/compile.ts';
import { generateFiles } from '../contracts.ts';

const clause = 'numbers keep 15 digits, so others may be written for its';

function notesOf(property: object): string[] {
  const notes = createNotes();
  noteInexactBounds(tableWith(property), notes);
  return notes.list().warnings;
}

describe('bounds with more digits than numbers keep', () => {
  it.each([
    [2 ** 53, true],
    [-1e20, true],
    ['9007199254740993', true],
    ['99999999999999999999', true],
    ['100000000000000000000', false],
    ['-9007199254740994', false],
    [0.1234567890123456, true],
    ['1234567890.1234567', true],
    [Number.MAX_SAFE_INTEGER, false],
    [0.000000000000000012, false],
    [-123456789012.345, false],
    ['2024-01-31', false],
  ])('of %p are noted: %p', (minimum, isNoted) => {
    const notes = notesOf({ logicalType: 'number', logicalTypeOptions: { minimum } });
    expect(notes).toEqual(isNoted ? [`orders.field: ${clause} minimum.`] : []);
  });

  it('are noted inside, too', () => {
    const inner = { logicalType: 'integer', logicalTypeOptions: { maximum: 2 ** 60 } };
    expect(notesOf({ logicalType: 'array', items: inner })).toEqual([
      `orders.field[]: ${clause} maximum.`,
    ]);
    expect(notesOf({ logicalType: 'map', map: { key: inner, value: inner } })).toEqual([
      `orders.field{key}, orders.field{value}: ${clause} maximum.`,
    ]);
    expect(notesOf({ logicalType: 'object', properties: [{ name: 'a', ...inner }] })).toEqual([
      `orders.field.a: ${clause} maximum.`,
    ]);
  });

  it.each([
    ['integer', [12_345_678_901_234_567_168, 1], true],
    ['integer', ['9007199254740993'], true],
    ['string', [12_345_678_901_234_567_168], true],
    ['string', ['12345678901234567890'], false],
    ['integer', [1, 2 ** 53 - 1], false],
  ])('are noted of allowed values, too: %s %j', (logicalType, values, isNoted) => {
    const expected = isNoted ? [`orders.field: ${clause} allowed values.`] : [];
    expect(notesOf({ logicalType, enum: values.map((value) => ({ value })) })).toEqual(expected);
    const quality = [{ metric: 'invalidValues', arguments: { validValues: values }, mustBe: 0 }];
    expect(notesOf({ logicalType, quality })).toEqual(expected);
  });

  it.each(generators.filter(({ type }) => !['mermaid', 'odcs-html', 'sql-select'].includes(type)))(
    'that are allowed values are kept and noted by $type',
    (generator) => {
      const values = [{ value: 12_345_678_901_234_567_168 }, { value: '9007199254740993' }];
      const contract = tableWith({ logicalType: 'integer', enum: values });
      const notes = generateFiles(generator, contract).flatMap(({ metadata }) => metadata.notes);
      expect(notes).toContain(`orders.field: ${clause} allowed values.`);
      expect(notes.filter((note) => note.includes('no values of its type'))).toEqual([]);
    },
  );

  it('are kept where they are allowed values', () => {
    const contract = tableWith({
      logicalType: 'integer',
      enum: [{ value: 12_345_678_901_234_567_168 }, { value: 7 }],
    });
    const written = (generator: Generator): string =>
      generateFiles(generator, contract)
        .map(({ content }) => content)
        .join('');
    expect(schemaOf(generateFiles(jsonSchema, contract)[0]).properties.field.enum).toEqual([
      12_345_678_901_234_567_168,
      7,
      null,
    ]);
    expect(written(pydantic)).toContain('Literal[12345678901234567168, 7]');
    expect(written(sqlalchemy)).toContain('in_([12345678901234567168, 7])');
  });

  it('are noted by every format that writes bounds', () => {
    const contract = tableWith({
      logicalType: 'integer',
      logicalTypeOptions: { minimum: 2 ** 60, maximum: 2 ** 61 },
    });
    const silent = generators
      .filter((generator) =>
        generateFiles(generator, contract).every(
          ({ metadata }) => !metadata.notes.some((note) => note.includes(clause)),
        ),
      )
      .map(({ type }) => type);
    // A page shows the document as it is stored; queries, sources that are cast and diagrams have no bounds.
    expect(silent.sort()).toEqual(['mermaid', 'odcs-html', 'sql-select']);
  });

  it('are written as they are, or noted as not checked, where no number can be that large', () => {
    const written = `1${'0'.repeat(320)}`;
    const contract = tableWith({ logicalType: 'number', logicalTypeOptions: { minimum: written } });
    const silent = generators
      .filter((generator) =>
        generateFiles(generator, contract).every(
          ({ content, metadata }) =>
            !content.includes(written) &&
            !metadata.notes.some((note) => note.includes('orders.field') && /minimum/.test(note)),
        ),
      )
      .map(({ type }) => type);
    expect(silent).toEqual(['sql-select', 'mermaid']);
  });
});
