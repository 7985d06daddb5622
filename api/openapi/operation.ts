import { contentTypeOf } from '../body/read-body.ts';
import type { PermissionNeed } from '../../domain/organizations/permissions.ts';
import { isBounded, isGuarded, permissionOf } from '../route.ts';
import type { BodyRule, Route } from '../route.ts';
import { exampleOf } from './body-example.ts';
import type { Interface } from './interface.ts';
import { headerParameters, parametersOf } from './parameters.ts';
import { reference } from './references.ts';
import type { Components, Json } from './references.ts';
import { describeResponses } from './responses.ts';

/** One operation of the document. */
export function describeOperation(route: Route, components: Components, about: Interface): Json {
  const [summary, ...rest] = route.summary.split('; ');
  return {
    operationId: route.name,
    summary,
    description: [...rest.map(sentence), ...sentencesOf(route)].join(' '),
    tags: [route.tag],
    security: securityOf(route),
    ...(isDeprecated(route) && { deprecated: true }),
    ...(isGuarded(route) && { 'x-permission': permissionOf(route) }),
    parameters: [
      ...parametersOf(route, 'path', components),
      ...parametersOf(route, 'query', components),
      ...headerParameters(route),
    ],
    ...(route.body && { requestBody: requestBody(route.body, components) }),
    responses: describeResponses(route, components, about),
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

/** Sentences that follow from the declaration. */
function sentencesOf(route: Route): string[] {
  const expected: [boolean, string][] = [
    [true, credentialOf(route)],
    [route.dryRun === true, 'With `dryRun=true`, answers the events and changes nothing.'],
    [isBounded(route), 'Answers 429 while the caller has too many of these requests running.'],
  ];
  return expected.flatMap(([applies, text]) => (applies ? [text] : []));
}

function credentialOf(route: Route): string {
  if (route.access === 'public') return 'Needs no credentials.';
  if (route.access === 'optional') return 'Works without a key, too.';
  if (route.access === 'token') return 'Needs the token of a contact.';
  if (route.access === 'agent') return 'Needs an access token of OAuth, or an API key.';
  const who = route.access === 'session' ? 'session' : 'API key';
  return `Needs an ${who === 'session' ? 'open session' : who} ${needOf(permissionOf(route))}.`;
}

const needs: Readonly<Record<Extract<PermissionNeed, string>, string>> = {
  read: 'that may read',
  write: 'that may write',
  organization: 'of the organization',
  person: 'of a person',
};

function needOf(need: PermissionNeed): string {
  if (typeof need === 'string') return needs[need];
  const names = need.actions.map((action) => `\`${action}\``).join(' or ');
  return `with the permission ${names} for the owner`;
}

/** An empty requirement: the route answers without a key too. */
function securityOf({ access }: Route): Json[] {
  if (access === 'public') return [];
  if (access === 'session') return [{ session: [] }];
  if (access === 'token') return [{ bearer: [] }];
  if (access === 'agent') return [{ oauth: [] }, { apiKey: [] }, { bearer: [] }];
  const keys = [{ apiKey: [] }, { bearer: [] }];
  return access === 'key' ? keys : [{}, ...keys];
}

/** True if every answer of the route says so, not only that to a deprecated format. */
function isDeprecated({ summary }: Route): boolean {
  return summary.includes('(deprecated');
}

function requestBody(body: BodyRule, components: Components): Json {
  const schema = body.schema ? reference(body.schema, components) : {};
  // Bodies without a schema that are not required are ignored.
  const example = body.example ?? exampleOf(body.schema) ?? (body.required ? undefined : {});
  const media = { schema, ...(example !== undefined && { example }) };
  const content = body.formats.map((format) => [contentTypeOf(format), media]);
  return { required: body.required, content: Object.fromEntries(content) };
}
