import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A built file, in each encoding that it has. */
export type WebFile = { type: string; plain: Buffer; gzip?: Buffer; br?: Buffer };

/** The built web UI. */
export type WebFiles = {
  /** index.html, with `__NONCE__` where the nonce of an answer belongs. */
  index: string;
  /** Changes with every build. */
  build: string;
  /** By path: `/web/index-4f2a.js`. Names change with the content. */
  files: ReadonlyMap<string, WebFile>;
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** From the sources it is dist/web, from dist it is the folder beside `api`. */
const folders = ['../../dist/web', '../../web'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

/** Reads the built web UI, 2 MB, into memory; undefined if it was never built. */
export function readWebFiles(): WebFiles | undefined {
  const folder = folders.find((each) => existsSync(path.join(each, 'web')));
  if (folder === undefined) return undefined;
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const names = readdirSync(path.join(folder, 'web'));
  const files = new Map(
    names
      .filter((name) => path.extname(name) in types)
      .map((name) => [`/web/${name}`, readFile(path.join(folder, 'web', name))]),
  );
  const build = createHash('sha256').update(index).digest('hex').slice(0, 12);
  return { index, build, files };
}

function readFile(file: string): WebFile {
  const encoded = (ending: string) =>
    existsSync(`${file}${ending}`) ? readFileSync(`${file}${ending}`) : undefined;
  const [gzip, br] = [encoded('.gz'), encoded('.br')];
  return {
    type: types[path.extname(file)] ?? 'application/octet-stream',
    plain: readFileSync(file),
    ...(gzip && { gzip }),
    ...(br && { br }),
  };
}
