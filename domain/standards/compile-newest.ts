import { validateContract } from './odcs/validate.ts';
import { validateProduct } from './odps/validate.ts';

/**
 * Compiles the schemas of the newest version of every standard, a third of a second of work: a process that serves
 * requests does this before it says that it is ready. Older and deprecated ones are compiled when the first one comes.
 */
export function compileNewestSchemas(): void {
  validateContract.compileNewest();
  validateProduct.compileNewest();
}
