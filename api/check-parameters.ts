import { TypeCompiler } from '@sinclair/typebox/compiler';
import { Value } from '@sinclair/typebox/value';
import type { TObject } from '@sinclair/typebox';
import type { Context } from 'koa';
import { refuse } from '../domain/errors.ts';
import type { Route } from './route.ts';

type Parameters = { params: Record<string, never>; query: Record<string, never> };

/** Makes the check of a route's parameters: they come decoded, converted and with their defaults, or refuse with 400. */
export function createParameterCheck(route: Route): (ctx: Context) => Parameters {
  const checkParams = createCheck(route.params, 'path parameter');
  const checkQuery = createCheck(route.query, 'query parameter');
  const hasQuery = Object.keys(route.query.properties).length > 0;
  return (ctx) => ({
    params: checkParams(pathParameters(ctx)),
    query: hasQuery ? checkQuery({ ...ctx.query }) : {},
  });
}

/** The router leaves parts that are no valid percent-encoding as they are; an id must not be two things. */
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
    return refuse('invalid_id', `'${text}' is no valid percent-encoded UTF-8.`);
  }
}

function createCheck(
  schema: TObject,
  what: string,
): (value: Record<string, unknown>) => Record<string, never> {
  const check = TypeCompiler.Compile(schema);
  return (value) => {
    const converted = Value.Default(schema, Value.Convert(schema, value));
    if (check.Check(converted)) return converted as Record<string, never>;
    const [error] = check.Errors(converted);
    const name = error?.path.slice(1) ?? '';
    return refuse(
      'bad_request',
      `The ${what} '${name}' is wrong: ${error?.message ?? 'invalid'}.`,
      {
        violations: [{ field: name, message: error?.message ?? 'is invalid' }],
      },
    );
  };
}
