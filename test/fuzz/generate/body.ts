import { dump } from 'js-yaml';
import type { Choices } from './choices.ts';
import { fromSchema } from './from-schema.ts';
import { hostileBody, mutateBytes } from './hostile-bodies.ts';
import { copyJson, mutateJson, setMember, slotsOf, toJsonText } from './json-tree.ts';
import type { BodyType, FindSchema, Operation } from './operations.ts';
import { knownValue } from './placeholders.ts';

/** A body before its Content-Encoding; `latin1` when its characters are bytes that need not be UTF-8. */
export type Content = { text: string; charset: 'utf8' | 'latin1' };

export type Body = { content: Content; contentType: string | undefined };

const boundary = 'fuzzboundary';

const oddTypes = [
  'application/json; charset=utf-16',
  'application/json; charset="utf-8"',
  'application/vnd.x+json',
  'text/plain',
  'text/html; charset=',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary="${'b'.repeat(200)}"`,
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/yaml',
  'application/x-ndjson',
  'text/turtle',
  'application/rdf+xml',
  ';',
  'a/b;c=d;c',
];

/**
 * The body of a request for an operation: an example or a value of its schema, either with changes, or garbage.
 */
export function makeBody(
  operation: Operation,
  choices: Choices,
  find: FindSchema,
): Body | undefined {
  if (operation.bodies.length === 0) {
    if (!choices.chance(0.05)) return undefined;
    return { content: utf8(hostileBody(choices, {})), contentType: choices.pick(oddTypes) };
  }
  if (choices.chance(0.02)) return undefined;
  const type = choices.pick(operation.bodies);
  const contentType = choices.chance(0.05) ? choices.pick(oddTypes) : headerOf(type.contentType);
  const content = makeContent(type, choices, find);
  return {
    content: choices.chance(0.06) ? bytesOf(content, choices) : content,
    contentType: choices.chance(0.01) ? undefined : contentType,
  };
}

const utf8 = (text: string): Content => ({ text, charset: 'utf8' });

function bytesOf({ text }: Content, choices: Choices): Content {
  const bytes = Buffer.from(text).toString('latin1');
  return { text: mutateBytes(bytes, choices), charset: 'latin1' };
}

const headerOf = (contentType: string): string =>
  contentType === 'multipart/form-data' ? `${contentType}; boundary=${boundary}` : contentType;

function makeContent(
  { contentType, schema, example }: BodyType,
  choices: Choices,
  find: FindSchema,
): Content {
  const sample = example ?? {};
  if (typeof sample === 'string') {
    return utf8(choices.chance(0.2) ? hostileBody(choices, {}) : mutateText(sample, choices));
  }
  const value = choices.weighted<() => unknown>([
    [2, () => withKnownIds(sample, choices)],
    [6, () => mutateJson(withKnownIds(sample, choices), choices)],
    [4, () => (schema ? fromSchema(schema, choices, find) : mutateJson(sample, choices))],
    [2, () => (schema ? mutateJson(fromSchema(schema, choices, find) ?? {}, choices) : {})],
    [1.5, () => undefined],
  ])();
  if (value === undefined) return utf8(hostileBody(choices, sample));
  return utf8(write(value, contentType, choices));
}

function mutateText(text: string, choices: Choices): string {
  return choices.chance(0.3) ? text : mutateBytes(text, choices);
}

/** Examples name things that do not exist; this replaces most of them by existing ones. */
function withKnownIds(example: unknown, choices: Choices): unknown {
  const root = { value: copyJson(example) };
  for (const { holder, name } of slotsOf(root)) {
    const known = typeof name === 'string' ? knownValue(name, choices) : undefined;
    const isText = typeof (holder as Record<string, unknown>)[name] === 'string';
    if (known !== undefined && isText && choices.chance(0.8)) setMember(holder, name, known);
  }
  return root.value;
}

function write(value: unknown, contentType: string, choices: Choices): string {
  if (contentType.includes('yaml') && choices.chance(0.6)) return toYaml(value);
  if (contentType.includes('ndjson')) return toLines(value, choices);
  if (contentType.includes('urlencoded')) return toForm(value);
  if (contentType.includes('multipart')) return toMultipart(value, choices);
  return toJsonText(value);
}

function toYaml(value: unknown): string {
  try {
    return dump(value);
  } catch {
    return toJsonText(value);
  }
}

function toLines(value: unknown, choices: Choices): string {
  const line = toJsonText(value);
  return Array.from({ length: choices.between(1, 5) }, () => line).join('\n');
}

/** Members and elements in brackets, as below /v1: `a[b]=c`, `a[]=d`. */
function fieldsOf(value: unknown, name: string): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, `${name}[]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([member, item]) =>
      fieldsOf(item, name === '' ? member : `${name}[${member}]`),
    );
  }
  return [[name, typeof value === 'string' ? value : toJsonText(value)]];
}

function toForm(value: unknown): string {
  const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
  return fieldsOf(value, '')
    .map(([name, text]) => `${encode(name)}=${encode(text).replaceAll('~', '%7E')}`)
    .map((pair) => pair.replaceAll('%7E%7E', '~~').replaceAll(/%2F(?=[^&=]*~~)/g, '/'))
    .join('&');
}

function toMultipart(value: unknown, choices: Choices): string {
  const parts = fieldsOf(value, '').map(([name, text]) => {
    const isFile = name === 'file' || choices.chance(0.05);
    const file = isFile ? `; filename="${choices.pick(['a.png', '../a', 'a\u0000b', ''])}"` : '';
    const type = isFile ? '\r\nContent-Type: image/png' : '';
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${type}\r\n\r\n${text}\r\n`;
  });
  const end = choices.chance(0.9) ? `--${boundary}--\r\n` : '';
  return `${parts.join('')}${end}`;
}
