import { Parser } from 'htmlparser2';
import type { Finding } from '../../../../cli/reports/finding.ts';
import { toJunit } from '../../../../cli/reports/junit.ts';
import { escapeMarkdown, markdownTable } from '../../../../cli/reports/markdown.ts';
import { toSarif } from '../../../../cli/reports/sarif.ts';

const hostile = 'a <b> & "c" \u0000\u0007 ]]> \ud800 | `x`\nsecond';
const findings: Finding[] = [
  { suite: 'datacontracts/a', name: 'one', rule: 'r1', state: 'passed', durationMs: 1_500 },
  {
    suite: 'datacontracts/a',
    name: hostile,
    rule: 'r2',
    state: 'failed',
    message: hostile,
    file: 'my folder/a.yaml',
    line: 7,
  },
  { suite: 'datacontracts/b', name: 'three', rule: 'r2', state: 'error', message: 'down' },
  { suite: 'datacontracts/b', name: 'four', rule: 'r3', state: 'warning', message: 'careful' },
  { suite: 'datacontracts/b', name: 'five', rule: 'r3', state: 'skipped' },
];

type Element = { name: string; attributes: Record<string, string>; text: string };

function parseXml(text: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element = { name, attributes, text: '' };
        elements.push(element);
        open.push(element);
      },
      ontext: (data) => open.at(-1) && ((open.at(-1) as Element).text += data),
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  expect(open).toEqual([]);
  return elements;
}

describe('toJunit', () => {
  it('counts suites and cases, and keeps foreign texts in their places', () => {
    const xml = toJunit('concordat test', findings);
    // oxlint-disable-next-line no-control-regex -- XML 1.0 does not allow them.
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
    const elements = parseXml(xml);
    const of = (name: string) => elements.filter((element) => element.name === name);
    expect(of('testsuites')[0]?.attributes).toMatchObject({
      tests: '5',
      failures: '1',
      errors: '1',
    });
    expect(
      of('testsuite').map(({ attributes }) => [attributes['name'], attributes['tests']]),
    ).toEqual([
      ['datacontracts/a', '2'],
      ['datacontracts/b', '3'],
    ]);
    expect(of('testcase')[1]?.attributes).toMatchObject({ file: 'my folder/a.yaml', line: '7' });
    expect(of('testcase')[0]?.attributes['time']).toBe('1.5');
    expect(of('failure')[0]?.attributes).toMatchObject({ type: 'r2' });
    expect(of('failure')[0]?.text).toContain('a <b> & "c"');
    expect(of('system-out')[0]?.text).toBe('warning: careful');
    expect(of('skipped')).toHaveLength(1);
  });
});

describe('toSarif', () => {
  it('has what is wrong, at the lines of files, with keys that stay', () => {
    const log = JSON.parse(toSarif('test', findings));
    const [run] = log.runs;
    expect([log.version, run.tool.driver.name]).toEqual(['2.1.0', 'concordat test']);
    expect(run.tool.driver.rules).toEqual([{ id: 'r2' }, { id: 'r3' }]);
    expect(run.results.map(({ level }: { level: string }) => level)).toEqual([
      'error',
      'error',
      'warning',
    ]);
    expect(run.results[0].locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'my%20folder/a.yaml' },
          region: { startLine: 7 },
        },
      },
    ]);
    expect(run.results[1].locations).toBeUndefined();
    const keyOf = (text: string) => JSON.parse(text).runs[0].results[0].partialFingerprints;
    const moved = findings.map((finding) => ({ ...finding, line: 99 }));
    expect(keyOf(toSarif('test', moved))).toEqual(keyOf(toSarif('test', findings)));
  });
});

describe('markdownTable', () => {
  it('keeps foreign texts inside of their cells, and is cut', () => {
    const table = markdownTable(['A'], [['x | y\n# z <b>']]);
    expect(table).toBe('| A |\n| --- |\n| x \\| y \\# z \\<b\\> |');
    expect(escapeMarkdown('@all [a](b)')).toBe('\\@all \\[a\\](b)');
    const long = markdownTable(
      ['A'],
      Array.from({ length: 150 }, (_, index) => [String(index)]),
    );
    expect(long.endsWith('| 99 |\n\n… and 50 more')).toBe(true);
  });
});
