import type { Command } from '../command.ts';
import { wrongUsage } from '../failure.ts';
import { apiPath } from '../http/api-path.ts';
import { parseInput, readInput } from '../read-input.ts';
import type { Input } from '../read-input.ts';
import { describeEffects } from './effects.ts';
import { findKind } from './kinds.ts';

/** `concordat put <kind> [id]`. */
export const put: Command = {
  name: 'put',
  summary: 'Create or replace one of a kind',
  arguments: [
    { name: '<kind>', help: 'team, contract, product, …', completes: 'kinds' },
    { name: '[id]', help: 'id; without it that of the text' },
  ],
  options: [
    { flags: '-f, --file <path>', help: 'JSON or YAML, - for standard input', required: true },
    { flags: '--owner-team <id>', help: 'team to write as owner into a contract that names none' },
    { flags: '--if-match <etag>', help: 'only if this is still the current revision' },
    { flags: '--dry-run', help: 'say what would be recorded, and store nothing' },
  ],
  examples: [
    'concordat put team -f checkout.yaml',
    'concordat put contract orders -f orders.odcs.yaml --dry-run',
    'generate-contract | concordat put contract orders -f -',
  ],
  run: async ({ arguments: [name, given], texts, flags }, { client, surroundings }) => {
    const kind = findKind(name);
    const input = await readInput(texts['file'] ?? '', surroundings);
    const id = given ?? (await idIn(input));
    const etag = texts['if-match'];
    const { headers, text } = await client().request({
      method: 'PUT',
      path: `${kind.path}${apiPath`/${id}`}`,
      query: { dryRun: flags['dry-run'] ? 'true' : undefined, ownerTeamId: texts['owner-team'] },
      headers: etag === undefined ? {} : { 'if-match': etag },
      body: input.text,
      contentType: input.contentType,
    });
    if (flags['dry-run']) return describeEffects(text);
    const change = headers.get('x-contract-change') ?? undefined;
    const value = { kind: kind.name, id, etag: headers.get('etag'), ...(change && { change }) };
    return { value, text: `Stored ${kind.name} ${id}${change ? ` (${change} change)` : ''}.` };
  },
};

async function idIn(input: Input): Promise<string> {
  const document = Object(await parseInput(input)) as Record<string, unknown>;
  const { id, externalId } = document;
  const found = id ?? externalId;
  if (typeof found === 'string' && found !== '') return found;
  throw wrongUsage(`${input.name} has no member 'id': name the id after the kind.`);
}
