import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command, Context } from '../command.ts';
import { Failure } from '../failure.ts';
import { ApiError } from '../http/api-error.ts';
import { apiPath } from '../http/api-path.ts';
import { readSource } from './get.ts';
import { findKind } from './kinds.ts';

/** `concordat edit <kind> <id>`: what was edited is never lost, because a refused text stays in its file. */
export const edit: Command = {
  name: 'edit',
  summary: 'Edit one of a kind in your editor',
  arguments: [
    { name: '<kind>', help: 'team, contract, product, …', completes: 'kinds' },
    { name: '<id>', help: 'id, as concordat list shows it' },
  ],
  options: [{ flags: '--editor <command>', help: 'editor; default VISUAL, EDITOR, then vi' }],
  details: 'A change that somebody else has made meanwhile is not overwritten.',
  examples: [
    'concordat edit contract orders',
    "concordat edit team checkout --editor 'code --wait'",
  ],
  run: async ({ arguments: [name, id = ''], texts }, context) => {
    const kind = findKind(name);
    const { text, isYaml, etag } = await readSource(context.client(), kind, id);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'concordat-'));
    const file = path.join(folder, `${kind.name}.${isYaml ? 'yaml' : 'json'}`);
    const before = isYaml ? text : `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
    fs.writeFileSync(file, before, { mode: 0o600 });
    await openEditor(texts['editor'], file, context);
    const after = fs.readFileSync(file, 'utf8');
    if (after !== before)
      await store(`${kind.path}${apiPath`/${id}`}`, { after, isYaml, etag, file }, context);
    fs.rmSync(folder, { recursive: true });
    const isChanged = after !== before;
    const outcome = isChanged ? `Stored ${kind.name} ${id}.` : 'Nothing was changed.';
    return { value: { kind: kind.name, id, changed: isChanged }, text: outcome };
  },
};

type Edited = { after: string; isYaml: boolean; etag: string | null; file: string };

async function store(place: string, edited: Edited, { client }: Context): Promise<void> {
  const { after, isYaml, etag, file } = edited;
  try {
    await client().request({
      method: 'PUT',
      path: place,
      headers: etag === null ? {} : { 'if-match': etag },
      body: after,
      contentType: isYaml ? 'application/yaml' : 'application/json',
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new Failure(`${error.inWords()}\nYour text is kept in ${file}.`, undefined, error.code);
  }
}

async function openEditor(
  given: string | undefined,
  file: string,
  context: Context,
): Promise<void> {
  const { env } = context.surroundings;
  const command = given || env['VISUAL'] || env['EDITOR'] || 'vi';
  // A shell splits the command, as git does, so that it may have options; the file is an argument and never parsed.
  const child = spawn('sh', ['-c', `${command} "$1"`, 'sh', file], { stdio: 'inherit', env });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0)
    throw new Failure(`The editor '${command}' ended with ${code}; nothing was stored.`);
}
