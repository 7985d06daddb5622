import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { lockDataFolder, openDataFolder, secretKeyOf } from '../../../local/data-folder.ts';
import { openLogFile } from '../../../local/processes/log-file.ts';
import { identify, untilEnded } from '../../../local/processes/process-identity.mjs';
import { endRemembered, rememberProcess } from '../../../local/processes/remembered-processes.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';

const folder = openDataFolder(makeTestFolder());
const lockFile = path.join(folder, 'lock');
afterAll(() => removeTestFolder(folder));

describe('the data folder', () => {
  test('is locked by one process, until that process releases it', () => {
    const unlock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(
      `already runs on ${folder} (process ${process.pid})`,
    );
    unlock();
    lockDataFolder(folder)();
    expect(fs.existsSync(lockFile)).toBe(false);
  });

  test.each([
    ['a dead process', JSON.stringify({ pid: 999_999_999, born: 'once' })],
    ['a number that somebody else has now', JSON.stringify({ pid: process.pid, born: 'earlier' })],
    ['a half-written lock', '{"pid":'],
  ])('a lock of %s counts for nothing', (_name, content) => {
    fs.writeFileSync(lockFile, content);
    const unlock = lockDataFolder(folder);
    expect(JSON.parse(fs.readFileSync(lockFile, 'utf8'))).toEqual(identify(process.pid));
    unlock();
  });

  test('keeps one secret key, readable by us only', () => {
    const key = secretKeyOf(folder);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(secretKeyOf(folder)).toBe(key);
    expect(fs.statSync(path.join(folder, 'secret-key')).mode & 0o777).toBe(0o600);
  });

  test('that cannot be written is refused in two lines', () => {
    expect(() => openDataFolder('/proc/nowhere/data')).toThrow(
      /^The data folder .*\nMake it writable/,
    );
  });

  test('knows the processes of a killed start, and leaves strangers alone', async () => {
    const [ours, stranger] = [spawn('sleep', ['30']), spawn('sleep', ['30'])];
    rememberProcess(folder, 'api', ours.pid ?? 0);
    const note = { pid: stranger.pid, born: 'earlier' };
    fs.writeFileSync(path.join(folder, 'run', 'worker.json'), JSON.stringify(note));
    const identity = identify(ours.pid ?? 0);
    await endRemembered(folder);
    expect(identity && (await untilEnded(identity, 0))).toBe(true);
    expect(identify(stranger.pid ?? 0)).toBeDefined();
    expect(fs.readdirSync(path.join(folder, 'run'))).toEqual([]);
    stranger.kill('SIGKILL');
  });

  test('holds log files that do not grow without end', () => {
    const file = path.join(folder, 'some.log');
    const log = openLogFile(file, 100);
    for (let each = 0; each < 50; each += 1) log.write(`line ${each} 1234567890\n`);
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('some.log'))).toEqual(
      expect.arrayContaining(['some.log.1']),
    );
    expect(fs.statSync(`${file}.1`).size).toBeLessThan(200);
  });
});
