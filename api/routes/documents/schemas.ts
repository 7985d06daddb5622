import { Type } from '@sinclair/typebox';
import { refuse } from '../../../domain/errors.ts';
import { publishedStandards } from '../../../domain/standards/published-schemas.ts';
import type { PublishedStandard } from '../../../domain/standards/published-schemas.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer } from '../../exchange.ts';

const schemaType = 'application/schema+json';
const answers = {
  200: {
    description: 'A JSON Schema (draft 2020-12)',
    schema: Type.Object({}, { additionalProperties: true }),
    contentType: schemaType,
  },
};

/**
 * The schemas that documents are checked against. `custom` schemas are meant to include an organization's own
 * rules; without such settings, both are equal. The paths with `custom` come first, because the other routes
 * would match it as a version.
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
    name: `getNewest${standard.name.toUpperCase()}Schema${suffix === '' ? '' : 'WithCustomRules'}`,
    sends: ['x-schema-version'],
    refuses: ['not_found'],
    summary: `Get the schema of the newest version of ${described(standard, suffix)}`,
    tag: 'schemas',
    answers,
    handle: ({ url }) => Promise.resolve(answerSchema(standard, newest, url)),
  });
}

function versionRoute(standard: PublishedStandard, suffix: Suffix): Route {
  return defineRoute({
    method: 'GET',
    path: `/api/schemas/${standard.name}-:version${suffix}.schema.json`,
    name: `get${standard.name.toUpperCase()}Schema${suffix === '' ? '' : 'WithCustomRules'}`,
    sends: ['x-schema-version'],
    summary: `Get the schema of a version of ${described(standard, suffix)}`,
    tag: 'schemas',
    params: Type.Object({
      version: Type.String({ description: `With or without v: ${standard.versions.join(', ')}` }),
    }),
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
    // The schema has one name, also for pages, which read it below /ui/api.
    text: JSON.stringify({
      $id: `${url.origin}${url.pathname.replace(/^\/ui\/api\//, '/api/')}`,
      ...schema,
    }),
    contentType: schemaType,
  };
}
