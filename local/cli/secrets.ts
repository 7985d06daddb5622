import { rotateSecrets } from '../../commands/secrets/rotate-secrets.ts';
import type { RotatedColumn } from '../../commands/secrets/rotate-secrets.ts';
import { locateSecretKeys } from '../find-secret-keys.ts';
import type { Action, Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { formatTable } from './table.ts';

const rotate: Action = {
  name: 'rotate',
  summary:
    'Reseals with SECRET_KEY all credentials sealed with a key of SECRET_KEY_PREVIOUS; safe to repeat, and to run while Concordat is running',
  options: [],
  run: async (_given, context) => {
    const { keys, origin } = locateSecretKeys(context);
    const columns = await withDatabase(context, (database) => rotateSecrets(database, keys));
    const sum = (member: 'resealed' | 'unreadable'): number =>
      columns.reduce((total, column) => total + column[member], 0);
    const [resealed, unreadable] = [sum('resealed'), sum('unreadable')];
    return {
      text: `The key comes from ${origin}.\n\n${describe(columns, resealed, unreadable)}`,
      json: { key: origin, resealed, unreadable, columns },
      failed: unreadable > 0,
    };
  },
};

function describe(columns: readonly RotatedColumn[], resealed: number, unreadable: number): string {
  const rows = columns.map((column) => [
    `${column.table}.${column.column}`,
    String(column.resealed),
    String(column.unreadable),
  ]);
  const lines = [formatTable(['WHAT', 'SEALED ANEW', 'UNREADABLE'], rows), ''];
  if (unreadable > 0) {
    lines.push(
      `${unreadable} stored secrets cannot be opened with any of the keys: put the key that sealed them into SECRET_KEY_PREVIOUS, or store them again.`,
    );
  } else if (resealed > 0) {
    lines.push(`${resealed} secrets are now sealed with SECRET_KEY.`);
    lines.push(
      'Remove the former keys from SECRET_KEY_PREVIOUS when all processes have the new one.',
    );
  } else lines.push('All secrets are sealed with SECRET_KEY.');
  return lines.join('\n');
}

export const secrets: Command = {
  name: 'secrets',
  summary: 'Reseals stored credentials with a new SECRET_KEY',
  actions: [rotate],
};
