/** Runs the chaos tests, or those whose names begin with an argument, and prints the table of bounds. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-table-'));
const table = path.join(folder, 'rows');
const words = process.argv.slice(2);
const patterns = words
  .filter((word) => !word.startsWith('-'))
  .map((name) => `--testPathPatterns=/test/chaos/${name}`);
const { status } = spawnSync(
  process.execPath,
  [
    path.join('node_modules', 'jest', 'bin', 'jest.js'),
    '--selectProjects=chaos',
    ...patterns,
    ...words.filter((word) => word.startsWith('-')),
  ],
  { stdio: 'inherit', env: { ...process.env, CHAOS_TABLE: table } },
);
if (fs.existsSync(table)) process.stdout.write(`\n${toTable(readRows())}\n`);
fs.rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;

function readRows() {
  const lines = fs.readFileSync(table, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function toTable(rows) {
  const all = [
    ['What', 'Bound', 'Measured', 'Holds'],
    ['---', '---', '---', '---'],
    ...rows.map(({ what, bound, measured, holds }) => [
      what,
      bound,
      measured,
      holds ? 'yes' : 'NO',
    ]),
  ];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all
    .map((row) => row.map((cell, at) => cell.padEnd(widths[at], cell === '---' ? '-' : ' ')))
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
