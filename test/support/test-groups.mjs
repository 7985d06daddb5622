import fs from 'node:fs';
import path from 'node:path';

/** A folder with more files is split into several groups, so that two workers share them. */
const maxFiles = 20;

/** Folders with fewer files share groups: loading the product would take longer than the tests of such a folder. */
const minFiles = 8;

/** Where the groups lie: generated, and not in Git. */
const groupsFolder = path.join('test', '.groups');

/**
 * Writes a file for each group of test files of a project, by folder, and returns the pattern of these files. A test file spends
 * most of its time loading the product, and the files of a group load it once.
 */
export function writeTestGroups(rootDir, project) {
  const target = path.join(rootDir, groupsFolder, project);
  fs.rmSync(target, { recursive: true, force: true });
  fs.mkdirSync(target, { recursive: true });
  for (const [name, files] of listGroups(path.join(rootDir, 'test', project))) {
    const lines = files.map((file) => {
      const modulePath = path.join('..', '..', project, file).replaceAll(path.sep, '/');
      return `describe('${file.replace('.test.ts', '')}', () => { require('${modulePath}'); });\n`;
    });
    fs.writeFileSync(path.join(target, `${name}.test.ts`), lines.join(''));
  }
  return `<rootDir>/test/.groups/${project}/*.test.ts`;
}

function listGroups(folder) {
  const folders = [...readFolders(folder)];
  const large = folders.filter(([, files]) => files.length >= minFiles);
  const small = folders.filter(([, files]) => files.length < minFiles);
  return [...large.flatMap(([name, files]) => splitFolder(name, files)), ...mergeFolders(small)];
}

/** The test files by the first folder of their paths. */
function readFolders(folder) {
  const folders = new Map();
  const found = fs.readdirSync(folder, { recursive: true });
  for (const file of found.filter((name) => name.endsWith('.test.ts')).sort()) {
    const [first] = file.split(path.sep);
    const name = first === file ? 'others' : first;
    folders.set(name, [...(folders.get(name) ?? []), file]);
  }
  return folders;
}

function splitFolder(name, files) {
  const size = Math.ceil(files.length / Math.ceil(files.length / maxFiles));
  const starts = files.flatMap((_, at) => (at % size === 0 ? [at] : []));
  return starts.map((at) => [`${name}-${at / size + 1}`, files.slice(at, at + size)]);
}

/** Groups of whole folders. */
function mergeFolders(folders) {
  const groups = [];
  for (const [, files] of folders) {
    const last = groups.at(-1);
    if (last !== undefined && last.length + files.length <= maxFiles) last.push(...files);
    else groups.push([...files]);
  }
  return groups.map((files, at) => [`small-${at + 1}`, files]);
}
