import { isBelowConcordat } from '../lib/operator-command.ts';

/**
 * Texts name commands as a checkout has them (`npm run keys -- list`, `bin/start`). Below the command `concordat`, which has the
 * same commands without npm, they name those.
 */
export function inWordsOfConcordat(text: string, env: NodeJS.ProcessEnv): string {
  if (!isBelowConcordat(env)) return text;
  return text
    .replaceAll(' Put options after -- of npm run.', '')
    .replaceAll(/npm run ([a-z-]+)(?: --(?= |$))?/gm, 'concordat $1')
    .replaceAll(/(?<![\w/])bin\/start/g, 'concordat start');
}
