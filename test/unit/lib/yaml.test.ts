import { parseYaml, writeYaml } from '../../../lib/yaml/yaml.ts';

const parse = async (text: string) => {
  const answer = parseYaml(text);
  return answer.problem ? answer.problem : (JSON.parse(answer.json) as unknown);
};

describe('parseYaml', () => {
  it('reads YAML 1.2 core: dates and y stay strings', async () => {
    expect(await parse('d: 2022-08-02\nunit: y\nn: 1\nb: true')).toEqual({
      d: '2022-08-02',
      unit: 'y',
      n: 1,
      b: true,
    });
  });

  it('tolerates empty further documents and refuses real ones', async () => {
    expect(await parse('a: 1\n---\n')).toEqual({ a: 1 });
    expect(await parse('a: 1\n---\nb: 2\n')).toEqual({
      message:
        'holds more than one YAML document: split it at its lines ---, and send each document by itself',
      breaksRule: true,
    });
  });

  it('says line and column', async () => {
    expect(await parse('a: 1\na: 2\n')).toEqual({
      message: 'duplicated mapping key',
      breaksRule: true,
      line: 2,
      column: 1,
    });
  });

  it.each([
    ['a: 1\n? [x, y]\n: 2\n', 2, 3],
    ['a:\n  ? - x\n    - y\n  : 2\n', 2, 5],
    ['a: {b: 1, &k {x: 1}: 2}\n', 1, 11],
    ['a: &k [x]\n*k : 2\n', 2, 1],
  ])('finds the key of %j that is no text', async (text, line, column) => {
    const message = 'has a key that is not a string';
    expect(await parse(text)).toEqual({ message, breaksRule: true, line, column });
  });

  it('refuses depth, alias bombs, tags and numbers that JSON lacks', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 9; level++) {
      const [from, to] = [String.fromCharCode(96 + level), String.fromCharCode(97 + level)];
      bomb.push(
        `${to}: &${to} [*${from}, *${from}, *${from}, *${from}, *${from}, *${from}, *${from}, *${from}, *${from}]`,
      );
    }
    for (const text of [
      `a: ${'['.repeat(10_000)}`,
      `a: ${'['.repeat(100)}${']'.repeat(100)}`,
      '- '.repeat(50_000),
      bomb.join('\n'),
      bomb.join('\n') + '\n' + '#'.repeat(70_000),
      'a: !!js/function x',
      'a: .inf',
      'a: &a [*a]',
      'a: &a { b: *a }',
    ]) {
      const problem = await parse(text);
      expect(problem).toHaveProperty('message');
      expect(JSON.stringify(problem)).not.toMatch(/call stack/i);
    }
  });

  it('parses large texts and keeps key order', async () => {
    const text = Array.from(
      { length: 8000 },
      (_, index) => `key${8000 - index}: value ${index}`,
    ).join('\n');
    expect(text.length).toBeGreaterThan(64 * 1024);
    const read = (await parse(text)) as Record<string, string>;
    expect(Object.keys(read)[0]).toBe('key8000');
    expect(await Promise.all([parse(text), parse(`${text}\nkey1: again`)])).toEqual([
      read,
      expect.objectContaining({ message: 'duplicated mapping key', line: 8001 }),
    ]);
  });
});

describe('writeYaml', () => {
  it('quotes what a YAML 1.1 reader would misread', () => {
    expect(
      writeYaml({ unit: 'y', date: '2022-08-02', version: '1.0', no: 'no', text: 'plain' }),
    ).toBe('unit: "y"\ndate: "2022-08-02"\nversion: "1.0"\n"no": "no"\ntext: plain\n');
  });
});

it('refuses YAML whose aliases repeat long strings, small as it is', async () => {
  const text = [
    `s: &s ${'x'.repeat(50_000)}`,
    `a: &a [${Array(10).fill('*s').join(', ')}]`,
    `b: &b [${Array(10).fill('*a').join(', ')}]`,
    `c: [${Array(10).fill('*b').join(', ')}]`,
  ].join('\n');
  expect(await parse(text)).toEqual({ message: 'expands to more than 5 MB', breaksRule: true });
});
