import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { entries } from '../../../cli/index.ts';

const document = readFileSync('docs/ci.md', 'utf8');
const blocks = (language: string) =>
  [...document.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, text = '']) => text,
  );

describe('docs/ci.md', () => {
  it('shows the script of the action', () => {
    expect(blocks('sh')[0]).toBe(readFileSync('action/check.sh', 'utf8'));
    execFileSync('sh', ['-n', 'action/check.sh']);
  });

  it('has pipelines that are YAML, and names commands that exist', () => {
    const pipelines = blocks('yaml').map((text) => parse(text));
    expect(pipelines).toHaveLength(3);
    const names = new Set(entries.map(({ name }) => name));
    const called = [...document.matchAll(/(?:^|[`-] |`)concordat ([a-z]+) /gm)].map(
      ([, name]) => name,
    );
    expect(called.length).toBeGreaterThan(5);
    expect(called.filter((name) => !names.has(String(name)))).toEqual([]);
    const [github] = pipelines;
    const { inputs } = parse(readFileSync('action/action.yml', 'utf8'));
    const used = [github.jobs.check, github.jobs.apply].flatMap(({ steps }) =>
      steps
        .filter(({ uses }: { uses?: string }) => uses === './action')
        .map((step: { with: object }) => Object.keys(step.with)),
    );
    for (const names of used) expect(Object.keys(inputs)).toEqual(expect.arrayContaining(names));
    const required = Object.keys(inputs).filter((name) => inputs[name].required);
    for (const names of used) expect(names).toEqual(expect.arrayContaining(required));
  });
});
