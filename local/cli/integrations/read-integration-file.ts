import fs from 'node:fs';
import path from 'node:path';

import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { isObject } from '../../../lib/json/json.ts';
import { parseYaml } from '../../../lib/yaml/yaml.ts';
import type { CommandContext } from '../command.ts';
import { demoVariables } from '../../demo/demo-variables.ts';
import { dataFolderOf } from '../../find-installation.ts';
import { messageOf, problem } from '../../problem.ts';

/** The content of an integration file, and its id. */
export type IntegrationFile = { id: string; document: Record<string, unknown> };

/**
 * Reads an integration from YAML (or JSON); `${NAME}` in its configuration and credentials is replaced by the environment
 * variable, so that files contain no secrets. The variables of the demo are set without the caller.
 */
export async function readIntegrationFile(
  name: string,
  { env, rootDir }: CommandContext,
): Promise<IntegrationFile> {
  // npm runs commands in the folder of the product; INIT_CWD is the folder of the caller.
  const file = path.resolve(env['INIT_CWD'] ?? rootDir, name);
  const answer = parseYaml(readText(file));
  if (answer.problem) {
    const { line, column } = answer.problem;
    // A message of the YAML parser may quote a password.
    const where = line === undefined ? '' : ` at line ${line}, column ${column}`;
    throw problem(`${file} is not acceptable YAML${where}.`);
  }
  const document: unknown = JSON.parse(answer.json);
  if (!isObject(document))
    throw problem(`${file} does not contain an integration: the file must contain an object.`);
  const { externalId } = document;
  if (typeof externalId !== 'string') {
    return refuse('invalid_body', `${file} lacks externalId, the id of the integration.`);
  }
  const variables = { ...demoVariables(dataFolderOf(env, rootDir)), ...env };
  const filled = ['configuration', 'credentials'].flatMap((name) =>
    document[name] === undefined ? [] : [[name, fillIn(document[name], variables, name)]],
  );
  return {
    id: checkDocumentId(externalId),
    document: { ...document, ...(Object.fromEntries(filled) as Record<string, unknown>) },
  };
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw problem(`The file cannot be read: ${messageOf(error)}.`);
  }
}

/** The value with each `${NAME}` replaced by the environment variable, at any depth. */
function fillIn(value: unknown, env: NodeJS.ProcessEnv, at: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => fillIn(item, env, `${at}[${index}]`));
  if (isObject(value)) {
    const members = Object.entries(value);
    return Object.fromEntries(
      members.map(([name, member]) => [name, fillIn(member, env, `${at}.${name}`)]),
    );
  }
  if (typeof value !== 'string') return value;
  const text = value.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
    const found = env[name];
    if (found !== undefined) return found;
    const advice = name.startsWith('DEMO_') ? ' Run bin/start --demo first, which makes it.' : '';
    throw problem(`${at} refers to the environment variable ${name}, which is not set.${advice}`);
  });
  // A port is a number in the schemas of all platforms.
  return at.endsWith('.port') && text !== value && /^\d+$/.test(text) ? Number(text) : text;
}
