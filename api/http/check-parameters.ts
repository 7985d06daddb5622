import type { TObject } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import type { Context } from 'koa';
import { refuse } from '../../domain/errors.ts';
import { readable } from '../../domain/validation/validation.ts';
import { inspectJson } from '../../lib/json/json.ts';
import type { Route } from '../route.ts';

type Parameters = { params: Record<string, never>; query: Record<string, never> };

type ParameterCheck = (ctx: Context) => Parameters;

/**
 * Creates the check of a route's parameters: decoded, converted and with defaults; refuses invalid ones with 400. Its schemas are
 * compiled for the first request: those of all routes take as long as a quarter of the start.
 */
export function createParameterCheck(route: Route): ParameterCheck {
  let check: ParameterCheck | undefined;
  return (ctx) => (check ??= compileParameterCheck(route))(ctx);
}

function compileParameterCheck(route: Route): ParameterCheck {
  const checkPath = createCheck(route.params, 'path parameter');
  const checkValues = createCheck(route.query, 'query parameter');
  const checkQuery = (values: Record<string, unknown>) =>
    checkValues(readTexts(assertSingle(assertStorable(values), route.query), route));
  const defaults = isEmptyAllowed(route.query) ? Object.freeze(checkQuery({})) : undefined;
  return (ctx) => {
    const params = checkPath(pathParameters(ctx));
    route.checkParams?.(params);
    const query = defaults && ctx.querystring === '' ? defaults : checkQuery({ ...ctx.query });
    return { params, query };
  };
}

/** True if every parameter is optional or has a default. */
function isEmptyAllowed({ required = [], properties }: TObject): boolean {
  return required.every((name) => properties[name] && 'default' in properties[name]);
}

/** The router leaves invalid percent-encoding as it is, which would give one id two spellings. */
function pathParameters(ctx: Context): Record<string, string> {
  const { captures, params } = ctx as Context & {
    captures?: string[];
    params: Record<string, string>;
  };
  const names = Object.keys(params ?? {});
  return Object.fromEntries(names.map((name, index) => [name, decode(captures?.[index] ?? '')]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('invalid_id', `'${text}' is not valid percent-encoded UTF-8.`);
  }
}

/** `coerceTypes: 'array'` accepts a parameter that may be repeated once or several times. */
const ajv = new Ajv({
  coerceTypes: 'array',
  useDefaults: true,
  strict: false,
  code: { optimize: false },
});

function createCheck(
  schema: TObject,
  what: string,
): (value: Record<string, unknown>) => Record<string, never> {
  const validate = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return value as Record<string, never>;
    const [violation] = readable(validate.errors ?? []);
    const name = violation?.field ?? what;
    return refuse('bad_request', `The ${what} '${name}' ${violation?.message ?? 'is wrong'}.`, {
      violations: violation && [violation],
    });
  };
}

/**
 * Ajv accepts `1e2` and `0x10` as whole numbers; here only digits are accepted, and `-0` is refused. Flags below /v1 are also `1`
 * and `0`, as in its forms.
 */
function readTexts(
  values: Record<string, unknown>,
  { query, access }: Route,
): Record<string, unknown> {
  const flags: Readonly<Record<string, string>> =
    access === 'token' ? { '1': 'true', '0': 'false' } : {};
  const read = Object.entries(values).map(([name, value]) => {
    const type = Object.hasOwn(query.properties, name) && query.properties[name]?.['type'];
    if (typeof value !== 'string') return [name, value];
    if (type === 'integer' && !/^(?!-0+$)-?\d+$/.test(value)) refuseNumber(name);
    return [name, type === 'boolean' ? (flags[value] ?? value) : value];
  });
  return Object.fromEntries(read);
}

function refuseNumber(field: string): never {
  const message = 'must be a whole number';
  return refuse('bad_request', `The query parameter '${field}' ${message}.`, {
    violations: [{ field, message }],
  });
}

/** Without this check, the error for a repeated parameter would complain about its type. */
function assertSingle(
  values: Record<string, unknown>,
  { properties }: TObject,
): Record<string, unknown> {
  for (const [name, value] of Object.entries(values)) {
    const type = Object.hasOwn(properties, name) ? properties[name]?.['type'] : 'array';
    if (!Array.isArray(value) || !isSimple(type)) continue;
    refuse('bad_request', `The query parameter '${name}' was sent more than once; send it once.`);
  }
  return values;
}

function isSimple(type: unknown): boolean {
  return type === 'string' || type === 'integer' || type === 'number' || type === 'boolean';
}

/** Postgres would refuse such a text later with a less clear message. Ids in the path have their own rules. */
function assertStorable(values: Record<string, unknown>): Record<string, unknown> {
  const { unstorableAt: name } = inspectJson(values, 3);
  if (name === undefined) return values;
  const where = name in values ? `The query parameter '${name}'` : 'A name in the query';
  return refuse('bad_request', `${where} contains a NUL character or half of a surrogate pair.`);
}
