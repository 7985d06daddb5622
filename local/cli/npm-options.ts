import { commands } from './index.ts';

/** Options that npm has itself: what it sets for those says nothing. */
const ofNpm = ['json', 'help', 'name', 'scope', 'key', 'organization'];

/**
 * What to say when npm kept an option of ours for itself, which it does with every one before `--`: then the command would do
 * something else than was asked, `npm run migrate --plan` would migrate. Undefined when all is well.
 */
export function optionTakenByNpm(
  [name]: readonly string[],
  env: NodeJS.ProcessEnv,
): string | undefined {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command || env['npm_lifecycle_event'] !== name) return undefined;
  const options = command.actions.flatMap((action) => action.options.map((option) => option.name));
  const taken = options.find(
    (option) => !ofNpm.includes(option) && env[`npm_config_${option.replaceAll('-', '_')}`],
  );
  if (taken === undefined) return undefined;
  return `npm took --${taken} for itself and the command never saw it. Options come behind --: npm run ${name} -- … --${taken}`;
}
