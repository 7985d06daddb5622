import { Type } from '@sinclair/typebox';
import type { TObject, TSchema } from '@sinclair/typebox';
import { isObject } from '../lib/json.ts';
import { bodyExamples } from './examples.ts';
import { contentTypeOf } from './read-body.ts';
import { isGuarded, permissionOf } from './route.ts';
import { sessionCookie } from './session-cookie.ts';
import { effectsSchema } from './dry-run-query.ts';
import type { DeclaredAnswer, Route } from './route.ts';
import { eventSchemas } from './schemas/cloud-event.ts';
import { problemSchema } from './schemas/problem.ts';

type Json = Record<string, unknown>;

/** What is said about an interface besides its routes. */
export type Interface = {
  title: string;
  description: string;
  /** Body of every answer that is no success. */
  error: { schema: TSchema; contentType: string; description: string };
  /** Errors by their status, and which of them the declaration of a route leads one to expect. */
  errors?: Readonly<Record<number, string>>;
  errorsOf?: (route: Route) => readonly number[];
  /** Header parameters of a route. */
  headersOf?: (route: Route) => readonly object[];
  /** What is sent to others: its name, and the schema of its body. */
  webhooks?: readonly Webhook[];
  /** Schemas that no route names. */
  further: readonly TSchema[];
  securitySchemes: Json;
};

type Webhook = { name: string; summary: string; parameters: readonly object[]; schema: TSchema };

const catalog: Interface = {
  title: 'Concordat',
  description: 'Catalog and governance service for data. Errors are problem+json (RFC 9457).',
  error: {
    schema: problemSchema,
    contentType: 'application/problem+json',
    description: 'The request failed; `code` says why',
  },
  further: eventSchemas,
  securitySchemes: {
    apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    bearer: { type: 'http', scheme: 'bearer' },
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
  },
};

/** OpenAPI 3.1 of the declared routes: what checks the requests is what is written down. */
export function describeApi(routes: readonly Route[], about: Interface = catalog): Json {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/[:*](\w+)/g, '{$1}');
    const { [path]: others } = paths;
    paths[path] = { ...others, [route.method.toLowerCase()]: operation(route, schemas, about) };
  }
  const webhooks = about.webhooks?.map((webhook) => [
    webhook.name,
    describeWebhook(webhook, schemas),
  ]);
  for (const schema of [about.error.schema, ...about.further]) reference(schema, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: '0.1.0',
      description: about.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    ...(webhooks && { webhooks: Object.fromEntries(webhooks) }),
    components: {
      ...(about.errors && { responses: sharedErrors(about, schemas) }),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: about.securitySchemes,
    },
  };
}

function describeWebhook(
  { summary, parameters, schema }: Webhook,
  schemas: Record<string, unknown>,
): Json {
  const content = { 'application/json': { schema: reference(schema, schemas) } };
  const responses = { '2XX': { description: 'It was taken; everything else is sent again' } };
  return { post: { summary, parameters, requestBody: { required: true, content }, responses } };
}

function sharedErrors({ errors = {}, error }: Interface, schemas: Record<string, unknown>): Json {
  const described = Object.entries(errors).map(([status, description]) => [
    `Error${status}`,
    problemOf({ ...error, description }, schemas),
  ]);
  return Object.fromEntries(described) as Json;
}

function problemOf(
  { schema, contentType, description }: Interface['error'],
  schemas: Record<string, unknown>,
): Json {
  return { description, content: { [contentType]: { schema: reference(schema, schemas) } } };
}

function operation(route: Route, schemas: Record<string, unknown>, about: Interface): Json {
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    security: securityOf(route),
    ...(isGuarded(route) && { 'x-permission': permissionOf(route) }),
    parameters: [
      ...parameters(route.params, 'path', schemas),
      ...parameters(route.query, 'query', schemas),
      ...(about.headersOf?.(route) ?? []),
    ],
    ...(route.body && { requestBody: requestBody(route, schemas) }),
    responses: responses(route, schemas, about),
  };
}

/** An empty requirement: the route answers without a key too. */
function securityOf({ access }: Route): Json[] {
  if (access === 'public') return [];
  if (access === 'session') return [{ session: [] }];
  if (access === 'token') return [{ bearer: [] }];
  const keys = [{ apiKey: [] }, { bearer: [] }];
  return access === 'key' ? keys : [{}, ...keys];
}

function operationId(route: Route): string {
  const words = route.path.split(/[/.:*_-]+/).filter(Boolean);
  return (
    route.method.toLowerCase() +
    words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  );
}

function parameters(
  object: TObject,
  place: 'path' | 'query',
  schemas: Record<string, unknown>,
): Json[] {
  const required = new Set<string>(object.required ?? []);
  return Object.entries(object.properties).map(([name, schema]) => {
    const { description, ...rest } = reference(schema, schemas) as Json;
    const hasDefault = 'default' in rest;
    return {
      name,
      in: place,
      required: place === 'path' || (required.has(name) && !hasDefault),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

function requestBody({ body }: Route, schemas: Record<string, unknown>): Json {
  const schema = body?.schema ? reference(body.schema, schemas) : {};
  const example = bodyExamples[String(body?.schema?.$id)];
  const content = Object.fromEntries(
    (body?.formats ?? []).map((format) => [
      contentTypeOf(format),
      { schema, ...(example !== undefined && { example }) },
    ]),
  );
  return { required: body?.required ?? false, content };
}

function responses(route: Route, schemas: Record<string, unknown>, about: Interface): Json {
  const answers = route.dryRun === true ? withEffects(route.answers) : route.answers;
  const declared = Object.entries(answers).map(([status, answer]) => [
    status,
    response(answer, schemas),
  ]);
  const expected = about
    .errorsOf?.(route)
    .map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]);
  return {
    ...Object.fromEntries([...declared, ...(expected ?? [])]),
    default: problemOf(about.error, schemas),
  };
}

/** A rehearsal answers 200, whatever the request itself would. */
function withEffects(answers: Route['answers']): Route['answers'] {
  const { description = 'Rehearsed', schema } = answers[200] ?? {};
  const alternative = schema ? Type.Union([schema, effectsSchema]) : effectsSchema;
  const words = `${description}. With dryRun=true: what would be recorded`;
  return { ...answers, 200: { description: words, schema: alternative } };
}

function response(
  { description, schema, contentType }: DeclaredAnswer,
  schemas: Record<string, unknown>,
): Json {
  if (!schema && !contentType) return { description };
  const content = {
    [contentType ?? 'application/json']: schema ? { schema: reference(schema, schemas) } : {},
  };
  return { description, content };
}

/** A copy of the schema in which everything with a `$id` is a reference to components. */
function reference(schema: TSchema, schemas: Record<string, unknown>): unknown {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    const { $id, enumIgnoringCase, ...members } = value;
    const copied = Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, copy(member)]),
    );
    if (enumIgnoringCase !== undefined) copied.examples = enumIgnoringCase;
    // A schema that refers to itself does so by its name.
    if (typeof members.$ref === 'string') copied.$ref = `#/components/schemas/${members.$ref}`;
    if (typeof $id !== 'string') return copied;
    schemas[$id] ??= copied;
    return { $ref: `#/components/schemas/${$id}` };
  };
  return copy(schema);
}
