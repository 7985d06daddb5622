import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import type { RefusalCode } from '../../domain/errors.ts';
import { effectsSchema } from '../http/dry-run-query.ts';
import { otlpStatusSchema, protobufType } from '../http/errors/otlp-errors.ts';
import { responseHeaders } from '../http/header-catalogue.ts';
import type { ResponseHeader } from '../http/header-catalogue.ts';
import type { DeclaredAnswer, Route } from '../route.ts';
import { refusalsOf } from './declared-errors.ts';
import { responseHeadersOf } from './declared-headers.ts';
import type { ErrorForm, Interface } from './interface.ts';
import { reference } from './references.ts';
import type { Components, Json } from './references.ts';
import { sampleOf } from './sample.ts';

/** The answers of a route: the declared ones, and its errors by their status. */
export function describeResponses(route: Route, components: Components, about: Interface): Json {
  const answers = route.dryRun === true ? withEffects(route) : route.answers;
  const declared = Object.entries(answers).map(([status, answer]) => [
    status,
    success(answer, responseHeadersOf(route, Number(status)), components),
  ]);
  const errors = [...errorsByStatus(route, about)].map(([status, codes]) => [
    status,
    error(route, { status, codes }, components, errorsOf(route, about)),
  ]);
  return {
    ...Object.fromEntries([...declared, ...errors]),
    default: { $ref: '#/components/responses/InternalError' },
  };
}

function errorsOf(route: Route, about: Interface): ErrorForm {
  return about.errorsOf?.(route) ?? about;
}

/** The error codes of a route by their status. */
export function errorsByStatus(route: Route, about: Interface): Map<number, RefusalCode[]> {
  const found = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(route)) {
    const status = errorsOf(route, about).statusOf(code);
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}

/** Errors with the same codes and headers are described once. */
function error(
  route: Route,
  { status, codes }: { status: number; codes: readonly RefusalCode[] },
  components: Components,
  about: ErrorForm,
): Json {
  const { name, ...described } = about.errorOf(status, codes);
  const headers = responseHeadersOf(route, status);
  const { contentType } = about.error;
  if (route.errors === 'otlp') return describeOtlpError(described.description, headers, components);
  const answer = describeError({ ...described, contentType }, headers, components);
  if (name === undefined || (route.shownOnce && status === 409)) return answer;
  components.responses[name] ??= answer;
  return { $ref: `#/components/responses/${name}` };
}

/** The answer to errors of OTLP, in the encoding of the request. */
function describeOtlpError(
  description: string,
  headers: readonly ResponseHeader[],
  components: Components,
): Json {
  const schema = otlpStatusSchema;
  const answer = describeError(
    { description, schema, contentType: 'application/json' },
    headers,
    components,
  );
  const content = {
    ...(answer['content'] as Json),
    [protobufType]: { schema: { type: 'string' } },
  };
  return { ...answer, content };
}

/** The answer to one sort of errors. */
export function describeError(
  {
    description,
    schema,
    contentType,
  }: { description: string; schema: TSchema; contentType: string },
  headers: readonly ResponseHeader[],
  components: Components,
): Json {
  const content = { [contentType]: { schema: reference(schema, components) } };
  return { description, ...headersOf(headers), content };
}

/** A rehearsal answers 200, whatever the request itself would. */
function withEffects({ answers, preview = effectsSchema }: Route): Route['answers'] {
  const { description = 'Rehearsed', schema, ...answer } = answers[200] ?? {};
  const alternative = schema ? Type.Union([schema, preview]) : preview;
  const words = `${description}. With dryRun=true: what would be recorded`;
  return { ...answers, 200: { ...answer, description: words, schema: alternative } };
}

function success(
  { description, schema, contentType, alsoAs = [] }: DeclaredAnswer,
  headers: readonly ResponseHeader[],
  components: Components,
): Json {
  const described = { description, ...headersOf(headers) };
  if (!schema && !contentType) return described;
  const example = schema && sampleOf(schema);
  const body = schema
    ? { schema: reference(schema, components), ...(example !== undefined && { example }) }
    : { schema: { type: 'string' } };
  const types = [contentType ?? 'application/json', ...alsoAs];
  const content = types.map((type, at) => [type, at === 0 ? body : { schema: { type: 'string' } }]);
  return { ...described, content: Object.fromEntries(content) };
}

function headersOf(names: readonly ResponseHeader[]): Json {
  if (names.length === 0) return {};
  const described = names.map((key) => {
    const { name, description, example } = responseHeaders[key];
    return [name, { description, schema: { type: 'string' }, example }];
  });
  return { headers: Object.fromEntries(described) };
}
