import { avro } from '../../../jobs/code-generation/generators/avro/generator.ts';
import { jsonSchema } from '../../../jobs/code-generation/generators/json-schema/generator.ts';
import { protobuf } from '../../../jobs/code-generation/generators/protobuf/generator.ts';
import { pydantic } from '../../../jobs/code-generation/generators/pydantic/generator.ts';
import { sqlalchemy } from '../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { typescript } from '../../../jobs/code-generation/generators/typescript/generator.ts';
import { openQuality } from '../../../jobs/code-generation/shapes/allowed-values.ts';
import { fieldSchema, tableWith } from './json-schema/compile.ts';
import { generateFiles } from './contracts.ts';

const rule = { metric: 'invalidValues', arguments: { validValues: ['x', 'y'] }, mustBe: 0 };
const old = { rule: 'validValues', validValues: ['x', 'y'] };
const open = { metric: 'nullValues', mustBe: 0 };

const withRules = (quality: readonly object[], more: object = {}): object => ({
  logicalType: 'string',
  quality,
  ...more,
});

describe('quality rules that allowed values express', () => {
  it.each([
    [[rule], 0],
    [[old], 0],
    [[rule, open], 1],
    [[{ ...rule, mustBe: undefined, mustBeLessThan: 5 }], 1],
    // The second one lets other values pass than those that are written.
    [[rule, { ...rule, arguments: { validValues: ['x'] } }], 1],
    [[rule, { ...rule, arguments: { validValues: ['y', 'x', 'z'] } }], 0],
  ])('of %j leave %i open', (quality, count) => {
    const [property] = tableWith(withRules(quality)).tables[0]?.properties ?? [];
    expect(property && openQuality(property)).toHaveLength(count);
  });

  it('are not said to be left out', () => {
    const contract = tableWith(withRules([rule]));
    for (const generator of [jsonSchema, pydantic, sqlalchemy, typescript, protobuf, avro]) {
      const { content, metadata } = generateFiles(generator, contract)[0] ?? {};
      expect(content).not.toContain('quality rule');
      expect(metadata?.notes.join('\n')).not.toContain('quality rule');
    }
    expect(fieldSchema(withRules([rule], { required: true }))).toEqual({
      type: 'string',
      enum: ['x', 'y'],
    });
  });

  it.each([
    [{ logicalType: 'array', items: { logicalType: 'string' } }, [jsonSchema, pydantic]],
    [{ logicalType: 'integer' }, [jsonSchema, pydantic]],
    [{ logicalType: 'date' }, [pydantic]],
  ])('are said to be left out where no value is written: %j', (property, lacking) => {
    const contract = tableWith(withRules([rule], property));
    for (const generator of lacking)
      expect(generateFiles(generator, contract)[0]?.metadata.notes.join('\n')).toContain(
        '1 quality rule',
      );
  });

  it('are not those of another enumeration', () => {
    const property = withRules([rule], { enum: [{ value: 'a' }] });
    expect(fieldSchema(property).$comment).toBe('Constraints: 1 quality rule');
    const native = withRules([rule], { physicalType: "enum('a', 'b')" });
    expect(fieldSchema(native).$comment).toBe('Constraints: 1 quality rule');
  });
});

describe('an enumeration of nothing but null', () => {
  it.each([jsonSchema, pydantic, sqlalchemy, typescript])('is noted of $type', (generator) => {
    const contract = tableWith({ logicalType: 'string', enum: [{ value: null }] });
    expect(generateFiles(generator, contract)[0]?.metadata.notes.join('\n')).toContain(
      'enum of nothing but null',
    );
  });
});
