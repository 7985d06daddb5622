import type { Command } from '../command.ts';
import { operations } from '../generated/operations.ts';
import { toCommand } from './operation-command.ts';

/** `concordat api <operation>`: every operation of the API; only the one that is called is declared, as there are hundreds. */
export function apiWith([name]: readonly string[]): Command {
  const wanted = operations.filter(({ id }) => id === name);
  const summaryOf = ({ id, summary }: (typeof operations)[number]): Command => ({
    name: id,
    summary,
    run: () => Promise.resolve(undefined),
  });
  return {
    name: 'api',
    summary: 'Call any operation of the API by its name',
    details:
      'Names, parameters and bodies are those of /openapi.json, and of the page /docs of the server.',
    examples: [
      'concordat api listTeams --q checkout',
      'concordat api compareDataContract orders -f orders.odcs.yaml',
      'concordat api approveAccess 01890a5d-ac96-774b-bcce-b302099a8057 --data \'{"note":"welcome"}\'',
    ],
    commands: wanted.length > 0 ? wanted.map(toCommand) : operations.map(summaryOf),
  };
}
