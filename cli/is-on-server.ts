import { operatorCommands } from './generated/operator-commands.ts';

/** True if the words call a command that runs on the server; `concordat start --help` is answered here. */
export function isOnServer([name, ...rest]: readonly string[]): boolean {
  if (name === 'start') return !rest.some((word) => word === '--help' || word === '-h');
  return operatorCommands.some((command) => command.name === name);
}
