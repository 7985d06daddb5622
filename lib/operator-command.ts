import { env as ownEnv } from 'node:process';

/** True in processes that the command `concordat` has started, which sets the variable for them. */
export function isBelowConcordat(env: NodeJS.ProcessEnv): boolean {
  return env['CONCORDAT_COMMAND'] === '1';
}

/** How an operator calls a command here: `npm run doctor` in a checkout, `concordat doctor` below the command of the package. */
export function operatorCommand(words: string): string {
  if (isBelowConcordat(ownEnv)) return `concordat ${words}`;
  return `npm run ${words.replace(' ', ' -- ')}`;
}
