import path from 'node:path';
import type { Command, Context, Given } from '../command.ts';
import { Failure, wrongUsage } from '../failure.ts';
import { writeFile } from '../files/write-file.ts';
import { apiPath } from '../http/api-path.ts';

type File = {
  filename: string;
  content: string;
  metadata: { warnings: string[]; notes: string[] };
};

/** `concordat generate <contract> <format>`. */
export const generate: Command = {
  name: 'generate',
  summary: 'Generate code from a contract',
  arguments: [
    { name: '[contract]', help: 'id of the contract' },
    { name: '[format]', help: 'sql-ddl, dbt-models, pydantic, …; --formats lists all' },
  ],
  options: [
    { flags: '--formats', help: 'list the formats' },
    { flags: '--server <name>', help: 'server of the contract whose types and names are used' },
    { flags: '--dialect <name>', help: 'SQL dialect, e.g. postgres' },
    { flags: '-d, --dir <folder>', help: 'write the files there instead of printing one' },
  ],
  examples: [
    'concordat generate --formats',
    'concordat generate orders sql-ddl --dialect postgres',
    'concordat generate orders dbt-models --dir models/orders',
  ],
  run: async ({ arguments: [id, type], texts, flags }, context) => {
    if (flags['formats']) return listFormats(context);
    if (id === undefined || type === undefined)
      throw wrongUsage('Name a contract and a format: concordat generate orders sql-ddl.');
    const { dir } = texts;
    const files = await generateFiles(context, { id, type, texts });
    for (const { filename, metadata } of files)
      for (const line of [...metadata.warnings, ...metadata.notes])
        context.printer.say(`${filename}: ${line}`);
    if (dir !== undefined) return writeFiles(files, dir, context);
    return { value: files, text: context.printer.isForPrograms ? '' : textOf(files) };
  },
};

type Wanted = { id: string; type: string; texts: Given['texts'] };

async function generateFiles({ client }: Context, { id, type, texts }: Wanted): Promise<File[]> {
  const { files } = await client().send<{ files?: File[] }>({
    method: 'POST',
    path: apiPath`/api/datacontracts/${id}/generate`,
    // Members without a value are left out of JSON.
    json: { type, server: texts['server'], dialect: texts['dialect'] },
  });
  if (files !== undefined) return files;
  // 202: no worker has had time.
  throw new Failure('The code is not generated yet: no worker has had time. Try again.');
}

async function listFormats({ client }: Context) {
  const value = await client().get<unknown[]>('/api/generators');
  return {
    value,
    columns: [
      { head: 'FORMAT', of: 'type' },
      { head: 'NAME', of: 'title' },
      { head: 'MEANING', of: 'description' },
    ],
  };
}

function textOf(files: readonly File[]): string {
  const [single] = files;
  if (single !== undefined && files.length === 1) return single.content;
  throw new Failure(
    `The format has ${files.length} files (${files.map(({ filename }) => filename).join(', ')}): write them with --dir <folder>.`,
  );
}

function writeFiles(files: readonly File[], dir: string, { surroundings }: Context) {
  const folder = path.resolve(surroundings.workingDir, dir);
  for (const { filename, content } of files) {
    const file = path.join(folder, filename);
    // Names come from the server, which must not choose a place outside of the folder.
    if (!file.startsWith(folder + path.sep))
      throw new Failure(`The server names a file outside of ${dir}: ${filename}`);
    writeFile({ file, text: content, option: '--dir' });
  }
  const names = files.map(({ filename }) => path.join(dir, filename));
  return { value: { files: names }, text: names.join('\n') };
}
