import type { Command } from '../command.ts';
import { apiPath } from '../http/api-path.ts';
import { confirm } from '../session/ask.ts';
import { describeEffects } from './effects.ts';
import { findKind } from './kinds.ts';

/** `concordat delete <kind> <ids…>`. */
export const deleteCommand: Command = {
  name: 'delete',
  summary: 'Delete some of a kind',
  arguments: [
    { name: '<kind>', help: 'team, contract, product, …', completes: 'kinds' },
    { name: '<ids...>', help: 'ids, as concordat list shows them' },
  ],
  options: [
    { flags: '-y, --yes', help: 'do not ask' },
    { flags: '--if-match <etag>', help: 'only if this is still the current revision' },
    { flags: '--dry-run', help: 'say what would be recorded, and delete nothing' },
  ],
  examples: [
    'concordat delete contract orders',
    'concordat delete tag pii gdpr --yes',
    'concordat delete team checkout --dry-run',
  ],
  run: async ({ arguments: [name, ...ids], texts, flags }, { client, surroundings, printer }) => {
    const kind = findKind(name);
    const isDry = flags['dry-run'] === true;
    if (!isDry && !flags['yes'])
      await confirm(surroundings, `Delete ${kind.name} ${ids.join(', ')}?`);
    const etag = texts['if-match'];
    for (const id of ids) {
      const { text } = await client().request({
        method: 'DELETE',
        path: `${kind.path}${apiPath`/${id}`}`,
        query: { dryRun: isDry ? 'true' : undefined },
        headers: etag === undefined ? {} : { 'if-match': etag },
      });
      if (isDry) await printer.print(describeEffects(text));
      else
        await printer.record({ kind: kind.name, id, deleted: true }, `Deleted ${kind.name} ${id}.`);
    }
    return undefined;
  },
};
