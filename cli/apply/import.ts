import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readInput } from '../read-input.ts';
import { withOptions } from '../http/api-error.ts';
import { counted } from '../output/counted.ts';
import { sendImport } from './send-import.ts';
import type { ImportResult } from './send-import.ts';

/** `concordat import`: sends one stream as it is. */
export const importCommand: Command = {
  name: 'import',
  summary: 'Store the documents of an export',
  details: 'The file is NDJSON or, if its name ends in .yaml or .yml, a stream of YAML documents.',
  arguments: [{ name: '<file>', help: 'file of an export, - for standard input' }],
  options: [
    { flags: '--dry-run', help: 'store nothing; show what would be stored and what is refused' },
    { flags: '--owner-team <id>', help: 'team that owns contracts that name no owner' },
    { flags: '--yaml', help: 'standard input is YAML' },
  ],
  examples: [
    'concordat import catalog.ndjson',
    'concordat export | concordat import - --url https://other.example.com',
  ],
  run: async ({ arguments: [file = ''], texts, flags }, context) => {
    const isYaml = flags['yaml'] ?? /\.ya?ml$/.test(file);
    const request = {
      body: (await readInput(file, context.surroundings)).text,
      contentType: isYaml ? 'application/yaml' : 'application/x-ndjson',
      dryRun: flags['dry-run'],
      ownerTeamId: texts['owner-team'],
    };
    const results: ImportResult[] = [];
    const progress = context.printer.progress('Importing');
    await sendImport(context, request, (result) => progress.update(results.push(result)));
    progress.end();
    const count = (status: string) => results.filter((result) => result.status === status).length;
    const failed = count('failed');
    return {
      value: results,
      text: results
        .filter(({ status }) => status !== 'unchanged')
        .map(describe)
        .join('\n'),
      note: `${counted(results.length, 'document')}: ${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged, ${failed} failed.`,
      code: failed === 0 ? exitCodes.done : exitCodes.failed,
    };
  },
};

function describe({ line, resource, id, status, error }: ImportResult): string {
  const name = resource === undefined ? `line ${line}` : `${resource}/${id ?? ''} (line ${line})`;
  return `${status} ${name}${error === undefined ? '' : `: ${withOptions(error.message)}`}`;
}
