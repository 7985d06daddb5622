import { validateContract } from './odcs/validate.ts';
import { validateProduct } from './odps/validate.ts';

/**
 * Compiles the schemas of every version of every standard, which takes half a second: API processes do so
 * before they are ready. One invalid document needs nearly all of them, to find a version by which it would be
 * valid. Schemas of deprecated formats are compiled on first use.
 */
export function compileSchemas(): void {
  validateContract.compile();
  validateProduct.compile();
}
