import { Readable } from 'node:stream';
import { complete } from '../../../cli/completion/complete.ts';
import { checkUrl } from '../../../cli/configuration/connection.ts';
import { configFolder } from '../../../cli/configuration/config-folder.ts';
import { readApiError } from '../../../cli/http/api-error.ts';
import { plain } from '../../../cli/output/columns.ts';
import { createPrinter } from '../../../cli/output/printer.ts';
import type { Format } from '../../../cli/output/printer.ts';
import { formatTable } from '../../../cli/output/table.ts';
import { widthOf } from '../../../cli/output/text-width.ts';
import type { Surroundings } from '../../../cli/surroundings.ts';
import { runCli } from '../../support/cli/run-cli.ts';

const items = [
  { id: 'orders', text: 'Every order that a customer placed in the web shop' },
  { id: 'カタログ', text: 'short' },
];
const columns = [
  { head: 'ID', of: 'id' },
  { head: 'TEXT', of: 'text' },
];

function surroundings(env: Record<string, string>, columnsOfTerminal?: number) {
  const written = { out: '', error: '' };
  const terminal =
    columnsOfTerminal === undefined ? {} : { isTTY: true, columns: columnsOfTerminal };
  const around: Surroundings = {
    env,
    workingDir: '/',
    homeDir: '/home/ada',
    platform: 'linux',
    stdin: Readable.from([]),
    stdout: { ...terminal, write: (text: string) => ((written.out += text), true) },
    stderr: { write: (text: string) => ((written.error += text), true) },
    signal: new AbortController().signal,
  };
  return { around, written };
}

async function printed(
  format: Format,
  env: Record<string, string> = {},
  width?: number,
): Promise<string> {
  const { around, written } = surroundings(env, width);
  await createPrinter(around, format).print({ value: items, columns, note: 'for people' });
  return written.out;
}

it('keeps ids whole, in whichever column, and leaves out other columns first', () => {
  const id = 'customer-addresses-of-the-web-shop';
  const row = { kind: 'contract', id, name: 'Addresses', owner: 'checkout', text: 'x'.repeat(50) };
  const head = (name: string) => ({ head: name.toUpperCase(), of: name });
  const all = ['kind', 'id', 'name', 'owner', 'text'].map(head);
  const draw = (width: number) => formatTable([row], all, { width, colors: false }).split('\n');
  const [heads = '', line = ''] = draw(60);
  expect(line).toContain(` ${id} `);
  expect(heads.split(/ +/)).toEqual(['KIND', 'ID', 'NAME']);
  expect(Math.max(...draw(60).map(widthOf))).toBeLessThanOrEqual(60);
  expect(draw(20)[1]).toBe(`contract  ${id}`);
  expect(draw(120)[0]).toMatch(/TEXT$/);
});

it('fits a table into the terminal by cutting its widest column', async () => {
  const text = await printed('table', { NO_COLOR: '1' }, 30);
  expect(Math.max(...text.trimEnd().split('\n').map(widthOf))).toBe(30);
  expect(text).toContain('…');
  // The id is what people copy.
  expect(text).toContain('orders ');
  expect(await printed('table', { COLUMNS: '12' })).toContain('カタログ');
  // A pipe gets whole cells.
  expect(await printed('table')).toContain('web shop');
});

it('aligns wide characters', () => {
  const lines = formatTable(items, columns, { colors: false }).split('\n');
  expect(widthOf((lines[2] ?? '').slice(0, (lines[2] ?? '').indexOf('short')))).toBe(
    (lines[1] ?? '').indexOf('Every'),
  );
});

it('paints on terminals only, and never for programs or with NO_COLOR', async () => {
  const escape = '\u001b[';
  expect(await printed('table', {}, 80)).toContain(escape);
  for (const text of [
    await printed('table'),
    await printed('table', { NO_COLOR: '1' }, 80),
    await printed('json', { FORCE_COLOR: '1' }, 80),
  ])
    expect(text).not.toContain(escape);
});

it('prints one value as JSON and YAML, and a line for each item as NDJSON', async () => {
  expect(JSON.parse(await printed('json'))).toEqual(items);
  expect(
    (await printed('ndjson'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(items);
  expect(await printed('yaml')).toBe(
    '- id: orders\n  text: Every order that a customer placed in the web shop\n- id: カタログ\n  text: short\n',
  );
});

it('leaves out characters that control a terminal', () => {
  expect(plain('a\u001b[2Jb\r\nc\u009bd')).toBe('a [2Jb c d');
});

it('keeps the words of errors that come from a proxy, and is not fooled by other JSON', () => {
  const error = readApiError(502, new Headers(), '<html>Bad Gateway</html>');
  expect(error.inWords()).toBe('The server answered 502: <html>Bad Gateway</html> (502 unknown)');
  expect(readApiError(500, new Headers(), '{"detail":1}').code).toBe('unknown');
});

it.each([
  ['https://catalog.example.com/', 'https://catalog.example.com'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://example.com/catalog/', 'https://example.com/catalog'],
])('takes the address %s', (given, wanted) => expect(checkUrl(given)).toBe(wanted));

it.each([
  'localhost:8080',
  'ftp://example.com',
  'https://me:secret@example.com',
  'https://example.com/?a=1',
])('refuses the address %s', (given) => expect(() => checkUrl(given)).toThrow('is not an address'));

it.each([
  ['linux', {}, '/home/ada/.config/concordat'],
  ['linux', { XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/concordat'],
  ['darwin', {}, '/home/ada/Library/Application Support/concordat'],
  ['linux', { CONCORDAT_CONFIG_DIR: '/srv/keys' }, '/srv/keys'],
] as const)('keeps its configuration on %s with %p in %s', (platform, env, wanted) => {
  const { around } = surroundings(env);
  expect(configFolder({ ...around, platform })).toBe(wanted);
});

describe('completion', () => {
  const wordsFor = async (...words: string[]) => (await complete(words)).map(([word]) => word);

  it('offers commands, commands below them, options, choices, kinds and operations', async () => {
    expect(await wordsFor('log')).toEqual(['login', 'logout']);
    expect(await wordsFor('do')).toEqual(['doctor']);
    expect(await wordsFor('access', 're')).toEqual(['request', 'reject']);
    expect(await wordsFor('keys', '')).toEqual(['list', 'create', 'revoke']);
    expect(await wordsFor('keys', 'create', '--s')).toEqual(['--scope']);
    expect(await wordsFor('list', '--st')).toEqual(['--status']);
    expect(await wordsFor('list', 'te')).toEqual(['team', 'test-run', 'test-result']);
    expect(await wordsFor('list', 'team', '--output', '')).toEqual([
      'table',
      'json',
      'yaml',
      'ndjson',
    ]);
    expect(await wordsFor('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await wordsFor('api', 'getTeamM')).toEqual(['getTeamMember']);
    expect(await wordsFor('api', 'listTeams', '--own')).toEqual(['--owner']);
    expect(await wordsFor('nonsense', '')).toEqual([]);
    expect(await wordsFor('keys', 'create', '--scope', 'team')).toEqual(['team', 'team_read']);
    expect(await wordsFor('list', 'team', '--h')).toEqual(['--help']);
  });

  it('counts no value of an option as an argument, and repeats the last argument that may be repeated', async () => {
    const tests = ['team', 'test-run', 'test-result'];
    expect(await wordsFor('list', '--output', 'json', '--limit=3', 'te')).toEqual(tests);
    expect(await wordsFor('export', 'team', 'te')).toEqual(tests.slice(1));
    expect(await wordsFor('export', 'team', 'asset', 'ta')).toEqual(['tag']);
    expect(await wordsFor('list', 'team', 'te')).toEqual([]);
  });

  it('completes values behind =, which bash sends as a word of its own', async () => {
    expect(await wordsFor('list', '--output=j')).toEqual(['--output=json']);
    expect(await wordsFor('list', '--output', '=', 'j')).toEqual(['json']);
    expect(await wordsFor('list', '--output', '=')).toHaveLength(4);
  });

  it('completes what help explains', async () => {
    expect(await wordsFor('he')).toEqual(['help']);
    expect(await wordsFor('help', 'ac')).toEqual(['access']);
    expect(await wordsFor('help', 'access', 're')).toEqual(['request', 'reject']);
  });

  it('prints a script for each shell that asks for candidates', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await runCli(['completion', shell])).out).toContain('concordat __complete');
    expect((await runCli(['completion', 'tcsh'])).code).toBe(64);
  });
});

it('says what is wrong with a call, and exits with 64', async () => {
  expect((await runCli([])).code).toBe(64);
  expect((await runCli(['--help'])).code).toBe(0);
  expect((await runCli(['help', 'access', 'list'])).out).toContain('concordat access list');
  expect((await runCli(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await runCli(['acces'])).toMatchObject({
    code: 64,
    error: expect.stringContaining('Did you mean access?'),
  });
  expect((await runCli(['--output', 'json', 'list'])).error).toContain(
    'Options follow the command',
  );
  expect((await runCli(['list', 'unicorn'])).error).toContain('the kinds are team, contract');
  expect((await runCli(['get', 'team'])).code).toBe(64);
  expect((await runCli(['access'])).code).toBe(64);
});
