import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

/** Builds dist/web, the pages that the API serves. Plain JavaScript, because it runs before anything is built. */
const rootDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(rootDir, 'dist', 'web');
const stamp = path.join(rootDir, 'dist', '.web-sources');

/** What is loaded at the start of every page, compressed; CI fails above. */
const maxFirstScriptBytes = 250_000;

function* filesBelow(folder) {
  if (!fs.existsSync(folder)) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else yield file;
  }
}

function sources() {
  const own = ['web/index.html', 'web/vite.config.ts', 'web/tsconfig.json', 'package-lock.json'];
  const files = own.map((name) => path.join(rootDir, name));
  return [...files, ...filesBelow(path.join(rootDir, 'web', 'src'))].sort((a, b) =>
    a < b ? -1 : 1,
  );
}

/** Changes when a source of the pages is edited, added, renamed or deleted. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sources()) {
    const content = fs.readFileSync(file);
    hash.update(`${path.relative(rootDir, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** True if dist/web was built from exactly these sources. */
export function isWebBuilt() {
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === fingerprint();
}

/** Writes `.gz` and `.br` beside each text, so that no request waits for compression. */
function compress() {
  for (const file of Array.from(filesBelow(path.join(out, 'web')))) {
    if (!/\.(js|css|svg)$/.test(file)) continue;
    const text = fs.readFileSync(file);
    fs.writeFileSync(`${file}.gz`, zlib.gzipSync(text, { level: 9 }));
    const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 };
    fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(text, { params }));
  }
}

/** Compressed bytes of the scripts that index.html names, and of the page that is shown at `/`. */
function firstScriptBytes() {
  const index = fs.readFileSync(path.join(out, 'index.html'), 'utf8');
  const named = [...index.matchAll(/"\/(web\/[^"]+\.js)"/g)].map(([, name]) => name);
  const home = fs
    .readdirSync(path.join(out, 'web'))
    .filter((name) => /^home-page-.*\.js$/.test(name));
  const files = new Set([...named, ...home.map((name) => `web/${name}`)]);
  return [...files].reduce((sum, name) => sum + fs.statSync(path.join(out, `${name}.gz`)).size, 0);
}

/** Builds dist/web; false when the build failed (it has printed why). */
export function buildWeb() {
  const before = fingerprint();
  const built = spawnSync(
    process.execPath,
    [path.join('node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'],
    // Vite reads the mode of React from it.
    { cwd: rootDir, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (built.error) console.error(`Vite did not run: ${built.error.message}`);
  if (built.status !== 0) return false;
  compress();
  const bytes = firstScriptBytes();
  if (bytes > maxFirstScriptBytes) {
    console.error(
      `The scripts of the first page have ${bytes} bytes compressed, more than ${maxFirstScriptBytes}: load what it does not need later (lazyRouteComponent).`,
    );
    return false;
  }
  fs.writeFileSync(stamp, before);
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = buildWeb() ? 0 : 1;
}
