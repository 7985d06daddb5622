#!/usr/bin/env node
// The command `concordat`: client commands, and the commands of operators on the server.
import fs from 'node:fs';
import path from 'node:path';

const rootDir = path.dirname(import.meta.dirname);
if (!fs.existsSync(path.join(rootDir, 'dist', 'cli', 'run.js'))) {
  console.error(`dist/ is not built: run npm ci && npm run build in ${rootDir}.`);
  process.exit(1);
}
const { run } = await import('../dist/cli/run.js');
await run(process.argv.slice(2), process.env, []);
