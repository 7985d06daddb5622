import swc from '@swc/core';

/** Runs dependency-cruiser, which has no setting for it, with JSX in its parser. */
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });
await import('../node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
