import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeProfiles } from '../../../../cli/configuration/profiles.ts';
import { Failure } from '../../../../cli/failure.ts';
import { writeFile } from '../../../../cli/files/write-file.ts';
import type { Surroundings } from '../../../../cli/surroundings.ts';
import { writeReports } from '../../../../cli/reports/write-reports.ts';
import { newFolder } from '../../../support/cli/folders.ts';

const urlOf = (file: string) => pathToFileURL(path.join(__dirname, file)).href;

/** Writes a file in another process, because a folder that is tried forever would block this one. */
function writeElsewhere(file: string) {
  const script = path.join(newFolder(), 'write.mjs');
  fs.writeFileSync(
    script,
    `import { register } from 'node:module';
    register('${urlOf('../../../support/load-typescript.mjs')}');
    const { writeFile } = await import('${urlOf('../../../../cli/files/write-file.ts')}');
    try {
      writeFile({ file: ${JSON.stringify(file)}, text: 'text', option: '--dir' });
    } catch (error) {
      process.stdout.write(error.message);
    }`,
  );
  return spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 60_000 });
}

it('writes and appends to files in new folders', () => {
  const file = path.join(newFolder(), 'a', 'b', 'c.txt');
  writeFile({ file, text: 'one', option: '--dir' });
  writeFile({ file, text: 'two', option: '--dir' });
  writeFile({ file, text: 'three', option: '--markdown', appends: true });
  expect(fs.readFileSync(file, 'utf8')).toBe('twothree');
});

it('ends in a folder that cannot be made, and names it and the option', () => {
  const root = newFolder();
  fs.symlinkSync(path.join(root, 'missing'), path.join(root, 'dangling'));
  const places = [path.join(root, 'dangling', 'teams')];
  if (fs.existsSync('/proc/self')) places.push('/proc/x/teams');
  for (const folder of places) {
    const { error, stdout, stderr } = writeElsewhere(path.join(folder, 'checkout.json'));
    expect([error, stderr]).toEqual([undefined, '']);
    expect(stdout).toContain(`Nothing can be written to ${folder} (`);
    expect(stdout).toContain('name another place with --dir');
  }
});

it('reports and profiles say what to change, too', () => {
  const workingDir = newFolder({ file: '' });
  const surroundings = {
    workingDir,
    platform: 'linux',
    homeDir: workingDir,
    env: { CONCORDAT_CONFIG_DIR: path.join(workingDir, 'file', 'config') },
  } as unknown as Surroundings;
  const report = { tool: 'test', findings: [], markdown: () => '' };
  for (const name of ['junit', 'sarif', 'markdown']) {
    const given = { texts: { [name]: 'file/below/report' }, flags: {}, arguments: [] };
    const write = () => writeReports(given as never, { surroundings }, report);
    expect(write).toThrow(Failure);
    expect(write).toThrow(`name another place with --${name}`);
  }
  const store = () => writeProfiles(surroundings, { current: 'default', profiles: {} });
  expect(store).toThrow(Failure);
  expect(store).toThrow('CONCORDAT_CONFIG_DIR');
});
