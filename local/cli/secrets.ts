import { rotateSecrets } from '../../commands/secrets/rotate-secrets.ts';
import type { RotatedColumn } from '../../commands/secrets/rotate-secrets.ts';
import { locateSecretKeys } from '../find-secret-keys.ts';
import type { Action, Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { formatTable } from './table.ts';

const rotate: Action = {
  name: 'rotate',
  summary:
    'Seals all stored credentials with SECRET_KEY that a key of SECRET_KEY_PREVIOUS has sealed; may be repeated, and run while all goes on',
  options: [],
  run: async (_given, surroundings) => {
    const { keys, origin } = locateSecretKeys(surroundings);
    const columns = await withDatabase(surroundings, (database) => rotateSecrets(database, keys));
    const sum = (member: 'resealed' | 'unreadable'): number =>
      columns.reduce((total, column) => total + column[member], 0);
    const [resealed, unreadable] = [sum('resealed'), sum('unreadable')];
    return {
      text: `The key is that of ${origin}.\n\n${describe(columns, resealed, unreadable)}`,
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
      `${unreadable} stored secrets open with none of the keys: name the key that sealed them in SECRET_KEY_PREVIOUS, or store them anew.`,
    );
  } else if (resealed > 0) {
    lines.push(`${resealed} secrets are sealed with SECRET_KEY now.`);
    lines.push(
      'Take the former keys out of SECRET_KEY_PREVIOUS when all processes have the new one.',
    );
  } else lines.push('All secrets are sealed with SECRET_KEY.');
  return lines.join('\n');
}

export const secrets: Command = {
  name: 'secrets',
  summary: 'Seals stored credentials with another SECRET_KEY',
  actions: [rotate],
};
