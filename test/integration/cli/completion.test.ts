import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { newFolder } from '../../support/cli/folders.ts';
import { hasTerminal, openTerminal } from '../../support/cli/terminal.ts';
import type { Terminal } from '../../support/cli/terminal.ts';

/** The built command as people call it, and two files whose names begin like commands. */
const workingDir = newFolder({ 'orders.json': {}, 'orders.yaml': {}, 'lint.txt': 'no command' });
const home = newFolder();
const env = {
  ...process.env,
  HOME: home,
  ZDOTDIR: home,
  TERM: 'xterm',
  PATH: `${home}:${process.env['PATH']}`,
};
fs.symlinkSync(path.resolve('bin/concordat.mjs'), path.join(home, 'concordat'));

/** Clears the line; a terminal rings and lists at the second Tab, or lists at the first. */
const [clear, tabs] = ['\u0015', '\t\t'];

const isMissing = (shell: string) => spawnSync(shell, ['--version']).status !== 0;
const isBuilt = fs.existsSync('dist/cli/run.js');

function itIn(shell: string, needsTerminal: boolean): [typeof it.skip, string] {
  const reasons = [
    ...(isMissing(shell) ? [`${shell} is not installed`] : []),
    ...(needsTerminal && !hasTerminal ? ['script of util-linux is not installed'] : []),
    ...(isBuilt ? [] : ['concordat is not built']),
  ];
  const [why] = reasons;
  return why === undefined ? [it, ''] : [it.skip, ` (skipped: ${why})`];
}

const settings: Record<string, [file: string, command: string, lines: string[]]> = {
  bash: ['bashrc', `bash --rcfile ${home}/bashrc -i`, ['eval "$(concordat completion bash)"']],
  zsh: [
    '.zshrc',
    'zsh -i',
    ['autoload -Uz compinit', 'compinit -u', 'eval "$(concordat completion zsh)"'],
  ],
};

async function openShell(shell: string): Promise<Terminal> {
  const [file, command, lines] = settings[shell] ?? ['', '', []];
  const all = ['stty columns 160 rows 50', ...lines, "PS1='ready> '"];
  fs.writeFileSync(path.join(home, file), all.map((line) => `${line}\n`).join(''));
  return openTerminal(command, { prompt: 'ready> ', env, workingDir });
}

describe.each(Object.keys(settings))('%s', (shell) => {
  const [itHere, skipped] = itIn(shell, true);
  itHere(`completes commands, options, their values and files at Tab${skipped}`, async () => {
    const terminal = await openShell(shell);
    try {
      const commands = await terminal.type(`concordat li${tabs}`, 'lineage', 'lint', 'list');
      expect(commands).not.toContain('lint.txt');
      const formats = ['json', 'yaml', 'ndjson'];
      await terminal.type(`${clear}concordat list --output ${tabs}`, ...formats);
      await terminal.type(`${clear}concordat list --output=${tabs}`, ...formats);
      await terminal.type(
        `${clear}concordat list --output json te${tabs}`,
        'test-run',
        'test-result',
      );
      await terminal.type(
        `${clear}concordat put team -f orders.${tabs}`,
        'orders.json',
        'orders.yaml',
      );
      // One candidate is typed to its end: the shell runs `concordat access request --help`.
      await terminal.type(
        `${clear}concordat access req\t--he\t\r`,
        'Usage: concordat access request',
      );
    } finally {
      await terminal.close();
    }
  });
});

const [itInFish, skippedInFish] = itIn('fish', false);
itInFish(`fish completes commands, options, their values and files${skippedInFish}`, () => {
  const folder = path.join(home, '.config', 'fish', 'completions');
  fs.mkdirSync(folder, { recursive: true });
  const script = spawnSync('concordat', ['completion', 'fish'], { env, encoding: 'utf8' });
  fs.writeFileSync(path.join(folder, 'concordat.fish'), script.stdout);
  const candidatesOf = (line: string) => {
    const words = ['-c', `complete -C '${line}'`];
    const { stdout, stderr } = spawnSync('fish', words, { env, encoding: 'utf8', cwd: workingDir });
    expect(stderr).toBe('');
    return stdout.trim().split('\n');
  };
  expect(candidatesOf('concordat li')).toEqual([
    'lineage\tShow what data is made of, and what is made of it',
    'lint\tCheck documents of files by the rules of the server',
    'list\tList all of a kind',
  ]);
  expect(candidatesOf('concordat access req')[0]).toMatch(/^request\t/);
  expect(candidatesOf('concordat list --output=j')[0]).toMatch(/^--output=json\t/);
  expect(candidatesOf('concordat list --output json te')).toHaveLength(3);
  expect(candidatesOf('concordat put team -f ord')).toEqual(['orders.json', 'orders.yaml']);
});
