import type { Choices } from './choices.ts';
import { hostileText } from './hostile-texts.ts';
import type { Operation, Parameter } from './operations.ts';
import { knownValue, placeholder, sharedIds } from './placeholders.ts';

/** Path and query of a request, mostly for existing things. */
export function makeTarget(operation: Operation, choices: Choices): string {
  if (choices.chance(0.01)) return oddTarget(operation, choices);
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (...match: unknown[]) =>
    pathValue(operation, Number(match.at(-2)), String(match[1]), choices),
  );
  return `${path}${makeQuery(operation, choices)}`;
}

/** The pool of a parameter is the path up to it. */
function pathValue(operation: Operation, at: number, name: string, choices: Choices): string {
  const { path, method } = operation;
  const pool = path.slice(0, at + name.length + 2);
  const isDeleted = method === 'DELETE' && pool === path && choices.chance(0.8);
  const first = isDeleted ? sharedIds : 0;
  return choices.weighted([
    [14, () => placeholder(pool, first + choices.between(0, sharedIds - 1))],
    [2, () => choices.pick(['new-1', 'new-2', 'orders', 'shop', 'checkout', 'port-0', 'main'])],
    [2, () => encode(hostileText(choices), choices)],
  ])();
}

function encode(text: string, choices: Choices): string {
  // Node refuses longer addresses before the product sees them.
  const short = choices.chance(0.95) ? text.slice(0, 3_000) : text;
  if (choices.chance(0.05)) return short.replaceAll(/[^!-~]/g, '');
  if (choices.chance(0.03)) return '%ED%A0%80%FF%C0%80';
  return encodeURIComponent(short.toWellFormed());
}

function makeQuery({ parameters, method }: Operation, choices: Choices): string {
  const pairs: string[] = [];
  for (const parameter of parameters) {
    if (parameter.in !== 'query') continue;
    const isDryRun = parameter.name === 'dryRun';
    if (!choices.chance(isDryRun ? (method === 'DELETE' ? 0.7 : 0.3) : 0.15)) continue;
    const times = choices.chance(0.05) ? choices.pick([2, 3, 100]) : 1;
    const pair = isDryRun ? 'dryRun=true' : `${parameter.name}=${queryValue(parameter, choices)}`;
    for (let n = 0; n < times; n += 1) pairs.push(pair);
  }
  if (choices.chance(0.03)) {
    pairs.push(
      choices.pick([
        '__proto__=1',
        'constructor[prototype]=1',
        'a[]=1',
        'x=%',
        '%00=%00',
        '=',
        '&&&',
        'limit=NaN',
        'p=-1',
        'size=1e9',
        'after=%00',
        `q=${'a%20'.repeat(500)}`,
        'a=1&'.repeat(1_000),
      ]),
    );
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function queryValue({ name, schema }: Parameter, choices: Choices): string {
  if (choices.chance(0.3)) return encode(hostileText(choices), choices);
  const known = knownValue(name, choices);
  if (known !== undefined) return known;
  if (schema?.enum) return encodeURIComponent(String(choices.pick(schema.enum)));
  if (schema?.type === 'boolean') return choices.pick(['true', 'false', '1', '']);
  if (schema?.type === 'integer' || schema?.type === 'number') {
    return choices.pick(['0', '1', '2', '50', '100', '1000000', '-1', '1.5', '9007199254740993']);
  }
  return encodeURIComponent(
    choices.pick([
      'orders',
      'x',
      'active',
      'name',
      '-name',
      '2026-01-01',
      '2026-01-01T00:00:00Z',
      'a b "c',
    ]),
  );
}

function oddTarget({ path }: Operation, choices: Choices): string {
  return choices.pick([
    '*',
    '/',
    '//',
    `//${path}`,
    `${path}/`,
    `/../..${path}`,
    `${path}%00`,
    `http://127.0.0.1${path}`,
    'http://[',
    '//[',
    '/%',
    '/%ff%fe',
    '/api/%2e%2e/health/live',
    '/api/teams/%2F',
    '/api/teams/..%2f..%2fetc',
    `/${'a/'.repeat(2_000)}`,
    `/api/teams/${'%61'.repeat(3_000)}`,
    '/api/teams?',
    '/api/teams#x',
    '/api/teams;a=b',
    '/__proto__/constructor',
    '/%E2%80%A8',
    '/api/ops/queues/',
    '/api/ops/queues/%00',
  ]);
}
