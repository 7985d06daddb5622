/** Loader hooks of Node that strip types from TypeScript, like the tests. */
import { transform } from '@swc/core';
import fs from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await fs.readFile(filename, 'utf8'), {
    filename,
    sourceMaps: 'inline',
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
