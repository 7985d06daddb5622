import fs from 'node:fs';
import path from 'node:path';

/** Folders that are made, and are no part of the repository. */
const made = new Set(['node_modules', 'dist', 'coverage', '.data', '.git', 'secrets']);
const isMade = (name: string, folder: string): boolean =>
  made.has(name) && (name !== 'secrets' || folder === 'deploy');

/** Files below a folder, as paths from the root; a copy without git has the same. */
function filesBelow(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (isMade(entry.name, folder)) return [];
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(place) : [place];
  });
}

const files = filesBelow('.');
const names = new Set(files.map((file) => path.basename(file)));
const folders = new Set(files.flatMap(foldersOf));
const topLevel = new Set(files.map((file) => file.split('/')[0] ?? ''));
const documents = files.filter((file) => file.endsWith('.md'));

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

const withoutCode = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(file: string): Set<string> {
  const headings = [...withoutCode(fs.readFileSync(file, 'utf8')).matchAll(/^#{1,6} (.+)$/gm)];
  return new Set(
    headings.map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}

/** Relative links of a document that lead nowhere. */
function brokenLinks(document: string): string[] {
  const text = withoutCode(fs.readFileSync(document, 'utf8'));
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [place = '', anchor] = link.split('#');
    const file = place === '' ? document : path.join(path.dirname(document), place);
    const target = file.replace(/\/$/, '');
    if (!fs.existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
}

/** Paths that a document names in code: from the root of the repository, from the folder of the document, or a name alone. */
function missingFiles(document: string): string[] {
  const text = withoutCode(fs.readFileSync(document, 'utf8'));
  const words = [...text.matchAll(/`([\w@*{}.,/-]+)`/g)].map(([, word = '']) => word);
  return words.filter((word) => isPath(word) && !alternatives(word).every(exists));

  function exists(word: string): boolean {
    const place = word.replace(/\/$/, '');
    const below = path.join(path.dirname(document), place);
    if (!place.includes('/') && names.has(place)) return true;
    if (place.includes('*')) return files.some((file) => matches(file, place));
    return [place, below].some((each) => names.has(each) || folders.has(each) || isFile(each));
  }
}

/** `*` stands for a part of one name. */
function matches(file: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(file);
}

const isFile = (place: string): boolean => files.includes(place);

/** `a/{b,c}.ts` are two files. */
function alternatives(word: string): string[] {
  const [, before = '', middle = '', after = ''] = /^(.*)\{(.+)\}(.*)$/.exec(word) ?? [];
  return middle === '' ? [word] : middle.split(',').map((each) => before + each + after);
}

function isPath(word: string): boolean {
  if (/^[\w.-]+\.(?:ts|mjs)$/.test(word)) return true;
  const [top = '', ...rest] = word.split('/');
  return rest.length > 0 && topLevel.has(top);
}

it.each(documents)('%s links to places that exist', (document) => {
  expect(brokenLinks(document)).toEqual([]);
});

it.each(documents)('%s names files that exist', (document) => {
  expect(missingFiles(document)).toEqual([]);
});

it('every document of docs is on its map', () => {
  const map = fs.readFileSync('docs/README.md', 'utf8');
  const pages = fs
    .readdirSync('docs')
    .filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(pages.filter((name) => !map.includes(`](${name})`))).toEqual([]);
});

it.each([
  ['README.md', 200],
  ['ARCHITECTURE.md', 150],
])('%s has at most %i lines', (document, maxLines) => {
  const lines = fs.readFileSync(document, 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(maxLines);
});

it('every picture of the web UI is shown by a document and has at most 150 kB', () => {
  const shown = documents.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  const pictures = files.filter((file) => file.startsWith('docs/screenshots/'));
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.filter((file) => !shown.includes(path.relative('docs', file)))).toEqual([]);
  expect(pictures.filter((file) => fs.statSync(file).size > 150_000)).toEqual([]);
});
