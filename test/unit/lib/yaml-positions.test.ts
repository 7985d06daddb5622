import { locateInYaml, parseYaml } from '../../../lib/yaml/yaml.ts';
import { processorCost } from '../../support/spent-time.ts';

const text = [
  '# a comment',
  'apiVersion: v3.1.0',
  'schema:',
  '  - name: orders',
  '    properties: &columns',
  '      - name: order_id',
  '        logicalType: varchar',
  '      - { name: status, required: "yes" }',
  '  - name: copies',
  '    properties: *columns',
  '"odd.name[0]": { inner: 1 }',
  'map: { "0": { x: 1 } }',
  '---',
].join('\n');

const at = async (field: string): Promise<string> => {
  const [position] = locateInYaml(text, [field]);
  return `${position?.line}:${position?.column}`;
};

describe('where a member stands', () => {
  it('is the place of its name, or of an entry of a list', async () => {
    expect(await at('apiVersion')).toBe('2:1');
    expect(await at('schema[0].properties[0].logicalType')).toBe('7:9');
    expect(await at('schema[0].properties[1]')).toBe('8:9');
    expect(await at('schema[0].properties[1].required')).toBe('8:25');
  });

  it('is the place of what is around it when it is missing', async () => {
    expect(await at('id')).toBe('2:1');
    expect(await at('')).toBe('2:1');
    expect(await at('schema[1].physicalName')).toBe('9:5');
    expect(await at('schema[0].properties[1].name.too.deep')).toBe('8:11');
    expect(await at('schema[7].name')).toBe('3:1');
  });

  it('is found through aliases and odd names', async () => {
    expect(await at('schema[1].properties[0].logicalType')).toBe('7:9');
    expect(await at('odd.name[0].inner')).toBe('11:18');
    expect(await at('map[0].x')).toBe('12:15');
  });

  it('is found in large texts, and left out for huge ones', async () => {
    const large = `${text.slice(0, -3)}\nfiller:\n${'  - a line\n'.repeat(10_000)}last: 1\n`;
    expect(locateInYaml(large, ['last', 'apiVersion'])).toEqual([
      { line: 10_015, column: 1 },
      { line: 2, column: 1 },
    ]);
    expect(locateInYaml(`a: ${'x'.repeat(2 ** 20)}`, ['a'])).toEqual([]);
    expect(parseYaml('a: 1')).toEqual({ json: '{"a":1}' });
  });

  it('takes little time for texts made to be slow', () => {
    const aliases = `a: &a [${'x,'.repeat(5_000)}]\n${Array.from({ length: 90 }, (_, n) => `k${n}: [${'*a,'.repeat(5)}]`).join('\n')}`;
    const fields = Array.from({ length: 20 }, (_, n) => `k${n}[0][${n}].x`);
    const cost = processorCost(() => {
      for (const slow of [aliases, `${'k: {'.repeat(60)}${'}'.repeat(60)}`, '? [a, b]\n: c\n'])
        locateInYaml(slow, fields);
    }, 200);
    expect(cost).toBeLessThan(200);
  });
});
