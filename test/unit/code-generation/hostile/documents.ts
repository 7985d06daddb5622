import '../fuzz-seed.ts';
import * as fc from 'fast-check';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { contractOf } from '../contracts.ts';

// prettier-ignore
const pieces = [
  "'", '"', '`', '\\', '\n', '\r', '\u2028', '\u0085', '\0', '\t', ' ', ';', '--', '/*', '*/',
  '{{', '}}', '{%', '%}', '{#', '#}', '${', '}', '{', '[', ']', '%%{init: {}}%%', '%%', '#35;',
  '</script>', '<img src=x onerror=alert(1)>', '</style>', '<!--', '-->', '&amp;', '&#39;',
  '\u202e', '\ud800', 'é', '表', '🦆', 'pk', 'FK', 'one', 'to', ': ', '# ', '---', '|', '&a',
];

/** Texts that mean something in templates, YAML, SQL, HTML or diagrams. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''));

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const property = fc.record({
  name: hostileText,
  physicalName: hostileText,
  description: hostileText,
  businessName: hostileText,
  classification: hostileText,
  tags: fc.array(hostileText, { maxLength: 2 }),
  logicalType: fc.constantFrom('string', 'integer', 'date', 'boolean', 'number', 'array'),
  required: fc.boolean(),
  unique: fc.boolean(),
  primaryKey: fc.boolean(),
  enum: fc.array(
    hostileText.map((value) => ({ value })),
    { minLength: 1, maxLength: 3 },
  ),
  logicalTypeOptions: fc.record({ pattern: hostileText, minLength: fc.constant(1) }),
  examples: fc.array(hostileText, { maxLength: 2 }),
  customProperties: fc.array(fc.record({ property: hostileText, value: hostileText }), {
    maxLength: 2,
  }),
  quality: fc.array(
    fc.record({
      name: hostileText,
      description: hostileText,
      severity: fc.constantFrom('warning', 'error'),
      type: fc.constantFrom('library', 'sql', 'text'),
      metric: fc.constantFrom('invalidValues', 'nullValues', 'duplicateValues', 'rowCount'),
      // A query is SQL already; only what it compares with is hostile.
      query: hostileText.map((text) => `SELECT count(*) FROM {table} WHERE 'x' <> ${quoted(text)}`),
      mustBeLessThan: fc.constantFrom(1, 5),
      arguments: fc.record({ validValues: fc.array(hostileText, { minLength: 1, maxLength: 2 }) }),
    }),
    { maxLength: 2 },
  ),
});

const isOther = ({ name }: { name: string }): string => name.toLowerCase();

/** Contracts of which every text is hostile. */
export const hostileDocument: fc.Arbitrary<ContractModel> = fc
  .record({
    id: hostileText,
    name: hostileText,
    version: hostileText,
    status: hostileText,
    tags: fc.array(hostileText, { maxLength: 2 }),
    team: fc.record({ name: hostileText, members: fc.array(fc.record({ username: hostileText })) }),
    description: fc.record({ purpose: hostileText, usage: hostileText }),
    support: fc.array(fc.record({ channel: hostileText, url: hostileText }), { maxLength: 1 }),
    servers: fc.constant([{ server: "a'{{ x }}", type: 'duckdb', schema: 'c{% d %}' }]),
    schema: fc.uniqueArray(
      fc.record({
        name: hostileText,
        physicalName: hostileText,
        description: hostileText,
        tags: fc.array(hostileText, { maxLength: 1 }),
        properties: fc.uniqueArray(property, { maxLength: 4, selector: isOther }),
      }),
      { maxLength: 3, selector: isOther },
    ),
  })
  .map(({ schema, ...more }) => contractOf(schema, more));
