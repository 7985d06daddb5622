import { env } from 'node:process';

/** How an operator calls a command here: `npm run doctor` in a checkout, `concordat doctor` below the command of the package. */
export function operatorCommand(words: string): string {
  if (env['CONCORDAT_COMMAND'] === '1') return `concordat ${words}`;
  return `npm run ${words.replace(' ', ' -- ')}`;
}
