import { loadCommand } from './index.ts';

/** Options that npm itself defines: their environment variables say nothing about a call. */
const ofNpm = ['json', 'help', 'name', 'scope', 'key', 'organization'];

/**
 * A message if npm took one of our options for itself, as it does with every option before `--`: the command would then do
 * something else, e.g. `npm run migrate --plan` would migrate. Undefined if there is no such option.
 */
export async function optionTakenByNpm(
  [name = '']: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (env['npm_lifecycle_event'] !== name) return undefined;
  const command = await loadCommand(name);
  if (!command) return undefined;
  const options = command.actions.flatMap((action) => action.options.map((option) => option.name));
  const taken = options.find(
    (option) => !ofNpm.includes(option) && env[`npm_config_${option.replaceAll('-', '_')}`],
  );
  if (taken === undefined) return undefined;
  return `npm took --${taken} for itself, so the command did not receive it. Put options after --: npm run ${name} -- … --${taken}`;
}
