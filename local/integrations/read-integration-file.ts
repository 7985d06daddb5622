import fs from 'node:fs';
import path from 'node:path';

import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { isObject } from '../../lib/json.ts';
import { parseYaml } from '../../lib/yaml.ts';
import type { Surroundings } from '../cli/command.ts';
import { messageOf, problem } from '../problem.ts';

/** An integration as a file says it, and its id. */
export type IntegrationFile = { id: string; document: Record<string, unknown> };

/** Reads the YAML (or JSON) of an integration; `${NAME}` in its credentials becomes what the environment says, so that no file holds a secret. */
export async function readIntegrationFile(
  name: string,
  { env, rootDir }: Surroundings,
): Promise<IntegrationFile> {
  // npm runs commands in the folder of the product, whatever folder somebody is in.
  const file = path.resolve(env['INIT_CWD'] ?? rootDir, name);
  const answer = await parseYaml(readText(file));
  if (answer.problem) {
    const { line, column } = answer.problem;
    // What a parser says of YAML may quote it, and this may be a password.
    const where = line === undefined ? '' : ` at line ${line}, column ${column}`;
    throw problem(`${file} is no acceptable YAML${where}.`);
  }
  const document: unknown = JSON.parse(answer.json);
  if (!isObject(document)) throw problem(`${file} holds no integration: it must be an object.`);
  const { externalId, credentials } = document;
  if (typeof externalId !== 'string') {
    return refuse('invalid_body', `${file} lacks externalId, the id of the integration.`);
  }
  if (credentials === undefined) return { id: checkDocumentId(externalId), document };
  return {
    id: checkDocumentId(externalId),
    document: { ...document, credentials: fillIn(credentials, env, 'credentials') },
  };
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw problem(`The file cannot be read: ${messageOf(error)}.`);
  }
}

/** The value with what the environment says in place of each `${NAME}`, however deep. */
function fillIn(value: unknown, env: NodeJS.ProcessEnv, at: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => fillIn(item, env, `${at}[${index}]`));
  if (isObject(value)) {
    const members = Object.entries(value);
    return Object.fromEntries(
      members.map(([name, member]) => [name, fillIn(member, env, `${at}.${name}`)]),
    );
  }
  if (typeof value !== 'string') return value;
  return value.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
    const found = env[name];
    if (found !== undefined) return found;
    throw problem(`${at} names the environment variable ${name}, which is not set.`);
  });
}
