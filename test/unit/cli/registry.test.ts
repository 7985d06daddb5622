import { readFileSync } from 'node:fs';
import type { Command } from '../../../cli/command.ts';
import { exitCodeTexts } from '../../../cli/exit-codes.ts';
import { kinds } from '../../../cli/documents/kinds.ts';
import { operations } from '../../../cli/generated/operations.ts';
import { operatorCommands } from '../../../cli/generated/operator-commands.ts';
import { entries } from '../../../cli/index.ts';
import { runCli } from '../../support/cli/run-cli.ts';

const loaded: { path: string[]; command: Command }[] = [];
const collect = (command: Command, parents: string[]): void => {
  loaded.push({ path: [...parents, command.name], command });
  for (const below of command.commands ?? []) collect(below, [...parents, command.name]);
};
beforeAll(async () => {
  for (const { load } of entries) collect(await load([]), []);
});

it('lists each command with the name and the summary that it has itself', async () => {
  for (const { name, summary, load } of entries)
    expect(await load([])).toMatchObject({ name, summary });
  const names = [...entries, ...operatorCommands].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it('has an example of each command that people type, which begins with its words', () => {
  for (const { path, command } of loaded) {
    if (!command.run || path[0] === 'api') continue;
    const call = `concordat ${path.join(' ')}`;
    expect({ call, examples: command.examples?.filter((each) => each.includes(call)) }).not.toEqual(
      {
        call,
        examples: [],
      },
    );
    expect(command.summary).not.toMatch(/\.$/);
  }
});

it('parses its own examples', async () => {
  const env = { CONCORDAT_URL: 'http://127.0.0.1:9', CONCORDAT_API_KEY: 'none' };
  for (const { path, command } of loaded) {
    for (const example of path[0] === 'login' ? [] : (command.examples ?? [])) {
      const [, words = ''] = /^concordat ([^|<>]*)/.exec(example) ?? [];
      if (/ -f (?!-( |$))|--file|--data|--editor|--dir/.test(words) || words === '') continue;
      const split = words.trim().match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
      const call = await runCli(
        split.map((word) => word.replaceAll(/^['"]|['"]$/g, '')),
        { env },
      );
      // No server: everything before the request was right.
      expect({
        example,
        error: call.error,
        isUsage: call.code === 64 && !call.error.includes('--yes'),
      }).toMatchObject({ isUsage: false });
    }
  }
}, 60_000);

it('has a command for each operation of the API', async () => {
  for (const { id, path, parameters } of operations) {
    const help = await runCli(['api', id, '--help']);
    expect(help.code).toBe(0);
    expect(help.out).toContain(path);
    for (const { in: place, name } of parameters)
      if (place === 'path') expect(help.out).toContain(`<${name}>`);
  }
});

it('knows each collection of the API as a kind', () => {
  const isGet = (path: string) =>
    operations.some((each) => each.method === 'GET' && each.path === path);
  const collections = operations.flatMap(({ method, path }) => {
    const [, collection] = /^(\/api\/[^{]+)\/\{\w+\}$/.exec(path) ?? [];
    return method === 'GET' && collection !== undefined && isGet(collection) ? [collection] : [];
  });
  // SCIM is for identity providers, and work has its own commands.
  const others = /^\/api\/(scim|ops\/work$)/;
  expect(kinds.map(({ path }) => path).toSorted()).toEqual(
    collections.filter((path) => !others.test(path)).toSorted(),
  );
  for (const { path, source } of kinds)
    expect({
      path,
      has: operations.some((each) => each.path === `${path}/{id}/${source}`),
    }).toEqual({ path, has: source !== undefined });
});

it('has the exit codes of docs/cli.md, and its commands', () => {
  const text = readFileSync('docs/cli.md', 'utf8');
  for (const [code, meaning] of exitCodeTexts)
    expect(text).toMatch(new RegExp(`^\\| ${code} +\\| ${meaning} +\\|$`, 'm'));
  for (const { name } of entries) expect(text).toContain(name);
});
