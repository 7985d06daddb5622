import type { Command, Given, Option } from '../command.ts';
import type { Answer } from '../output/answer.ts';
import { wrongUsage } from '../failure.ts';
import type { Reply } from '../http/client.ts';
import type { Operation, Parameter } from '../operations/operation.ts';
import { pickColumns } from '../output/pick-columns.ts';
import { readInput } from '../read-input.ts';
import type { Surroundings } from '../surroundings.ts';

/** The command of an operation: path parameters are arguments, the others are options. */
export function toCommand(operation: Operation): Command {
  const { id, summary, parameters, path, method, body } = operation;
  const placed = parameters.filter((parameter) => parameter.in === 'path');
  return {
    name: id,
    summary,
    details: `${method} ${path}`,
    arguments: placed.map(({ name, help }) => ({ name: `<${name}>`, help })),
    options: [
      ...optionsOf(operation),
      ...(body ? bodyOptions(body) : []),
      ...(isPaged(operation) ? [{ flags: '--all', help: 'read all pages' }] : []),
    ],
    examples: [`concordat api ${[id, ...placed.map(({ name }) => `<${name}>`)].join(' ')}`],
    run: async (given, { client, surroundings }) => {
      const request = requestOf(operation, given);
      if (given.flags['all']) {
        const items: unknown[] = [];
        for await (const item of client().items(request.path, request.query)) items.push(item);
        return answerOf(items);
      }
      const sent = { ...request, ...(await bodyOf(operation, given, surroundings)) };
      return answerOfReply(await client().request(sent));
    },
  };
}

/** `teamId` → `team-id`; names of the common options get a prefix. */
function optionName(name: string): string {
  const kebab = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .replaceAll('_', '-')
    .toLowerCase();
  return ['output', 'url', 'profile', 'help', 'file', 'data', 'all'].includes(kebab)
    ? `query-${kebab}`
    : kebab;
}

/** A position in the feed can be a header, too: one option is enough, and the parameter of the query comes first. */
function optionsOf({ parameters }: Operation): Option[] {
  const named = parameters
    .filter((parameter) => parameter.in !== 'path')
    .map((parameter) => [optionName(parameter.name), toOption(parameter)] as const);
  return [...new Map(named.toReversed()).values()].toReversed();
}

function toOption({ name, help, isFlag, choices, required }: Parameter): Option {
  const flags = `--${optionName(name)}`;
  return {
    flags: isFlag ? flags : `${flags} <value>`,
    help,
    ...(required && { required }),
    ...(choices && !isFlag && { choices }),
  };
}

function bodyOptions(types: readonly string[]): Option[] {
  return [
    { flags: '-f, --file <path>', help: `body (${types.join(', ')}), - for standard input` },
    { flags: '-d, --data <json>', help: 'body as JSON' },
  ];
}

function isPaged({ method, parameters }: Operation): boolean {
  return method === 'GET' && parameters.some(({ name }) => name === 'size');
}

function requestOf(
  { method, path, parameters }: Operation,
  { arguments: words, texts, flags }: Given,
) {
  let position = 0;
  const inQuery = new Set(
    parameters.filter((each) => each.in === 'query').map(({ name }) => optionName(name)),
  );
  const valueOf = ({ name, isFlag }: Parameter): string | undefined =>
    isFlag ? (flags[optionName(name)] ? 'true' : undefined) : texts[optionName(name)];
  const given = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter): [string, string | undefined] => [parameter.name, valueOf(parameter)])
      .filter((pair): pair is [string, string] => pair[1] !== undefined);
  return {
    method,
    path: path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(words[position++] ?? '')),
    query: Object.fromEntries(given('query')),
    // A header with the name of a query parameter would say the same twice.
    headers: Object.fromEntries(given('header').filter(([name]) => !inQuery.has(optionName(name)))),
  };
}

async function bodyOf(
  { id, body, needsBody }: Operation,
  { texts }: Given,
  surroundings: Surroundings,
): Promise<{ body?: string; contentType?: string }> {
  const { file, data } = texts;
  if (file !== undefined && data !== undefined)
    throw wrongUsage('The body is given twice: use either --file or --data.');
  if (data !== undefined) return { body: data, contentType: 'application/json' };
  if (file !== undefined) {
    const { text, contentType } = await readInput(file, surroundings);
    return { body: text, contentType };
  }
  if (body !== undefined && needsBody)
    throw wrongUsage(`${id} needs a body: -f <path>, or -d '{…}'.`);
  return {};
}

function answerOfReply({ headers, text, status }: Reply): Answer {
  const type = headers.get('content-type') ?? '';
  if (text === '') return { value: null, text: `Done (${status}).` };
  if (/\bjson\b/.test(type) && !/ndjson/.test(type)) return answerOf(JSON.parse(text) as unknown);
  return { value: text, text };
}

/** A list is a table; all other values are shown as JSON. */
function answerOf(value: unknown): Answer {
  if (!Array.isArray(value)) return { value };
  const columns = pickColumns(value);
  if (value.length === 0) return { value, text: '', note: 'Nothing was found.' };
  return { value, ...(columns && { columns }) };
}
