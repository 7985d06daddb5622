import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SchemaCheck } from './create-validator.ts';
import { validateContract } from './odcs/validate.ts';
import { validateProduct } from './odps/validate.ts';

const checksOfAll = (): SchemaCheck[] => [
  ...validateContract.checks(),
  ...validateProduct.checks(),
];

/**
 * Compiles the schemas of every version of every standard, which takes half a second: API processes do so
 * before they are ready. One invalid document needs nearly all of them, to find a version by which it would be
 * valid. Schemas of deprecated formats are compiled on first use.
 */
export function compileSchemas(): void {
  for (const check of checksOfAll()) check.compile();
}

/**
 * Checks an empty document by every version, so that the first invalid document of a client waits neither for
 * the compiling of what collects all errors nor for V8, which reads compiled schemas when they first run: 0.2 s
 * for each version, in turns of the event loop, after an API is ready.
 */
export async function warmSchemas(): Promise<void> {
  for (const check of checksOfAll()) {
    await nextTurn();
    check.accepts({});
    await nextTurn();
    check.violations({});
  }
}
