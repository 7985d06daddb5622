import { Type } from '@sinclair/typebox';
import { refuse } from '../../domain/errors.ts';
import { publishedStandards } from '../../domain/standards/published-schemas.ts';
import type { PublishedStandard } from '../../domain/standards/published-schemas.ts';
import { defineRoute } from '../route.ts';
import type { Answer, Route } from '../route.ts';

const schemaType = 'application/schema+json';
const answers = {
  200: {
    description: 'A JSON Schema (draft 2020-12)',
    schema: Type.Object({}, { additionalProperties: true }),
    contentType: schemaType,
  },
};

/**
 * The schemas by which documents are checked. The custom ones are those to which an organization's own rules belong; as
 * long as there are no such settings, both are alike. The paths with `custom` stand first: the others would take it for
 * a version.
 */
export const schemaRoutes: readonly Route[] = publishedStandards.flatMap((standard) => [
  newestRoute(standard, '-custom'),
  versionRoute(standard, '-custom'),
  newestRoute(standard, ''),
  versionRoute(standard, ''),
]);

type Suffix = '' | '-custom';

function described({ name }: PublishedStandard, suffix: Suffix): string {
  const rules = suffix === '' ? '' : ", with the organization's own rules";
  return `${name.toUpperCase()}${rules}`;
}

function newestRoute(standard: PublishedStandard, suffix: Suffix): Route {
  const newest = standard.versions.at(-1) ?? '';
  return defineRoute({
    method: 'GET',
    path: `/api/schemas/${standard.name}${suffix}.schema.json`,
    summary: `Get the schema of the newest version of ${described(standard, suffix)}`,
    tag: 'schemas',
    access: 'key',
    params: Type.Object({}),
    query: Type.Object({}),
    answers,
    handle: ({ url }) => Promise.resolve(answerSchema(standard, newest, url)),
  });
}

function versionRoute(standard: PublishedStandard, suffix: Suffix): Route {
  return defineRoute({
    method: 'GET',
    path: `/api/schemas/${standard.name}-:version${suffix}.schema.json`,
    summary: `Get the schema of a version of ${described(standard, suffix)}`,
    tag: 'schemas',
    access: 'key',
    params: Type.Object({
      version: Type.String({ description: `With or without v: ${standard.versions.join(', ')}` }),
    }),
    query: Type.Object({}),
    answers,
    handle: ({ params, url }) =>
      Promise.resolve(answerSchema(standard, params.version.replace(/^v/, ''), url)),
  });
}

function answerSchema(standard: PublishedStandard, version: string, url: URL): Answer {
  const schema = standard.schemaOf(version);
  if (schema === undefined) {
    const known = standard.versions.join(', ');
    const name = standard.name.toUpperCase();
    return refuse('not_found', `There is no schema of ${name} ${version}; there are ${known}.`);
  }
  return {
    status: 200,
    headers: { 'x-schema-version': version },
    text: JSON.stringify({ $id: `${url.origin}${url.pathname}`, ...schema }),
    contentType: schemaType,
  };
}
