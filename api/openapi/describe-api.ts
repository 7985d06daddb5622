import type { Route } from '../route.ts';
import type { Interface, Webhook } from './interface.ts';
import { describeOperation } from './operation.ts';
import { reference } from './references.ts';
import type { Components, Json } from './references.ts';
import { describeError } from './responses.ts';

/** OpenAPI 3.1 of the declared routes: what checks the requests is what is written down. */
export function describeApi(routes: readonly Route[], about: Interface): Json {
  const components: Components = { schemas: {}, responses: {} };
  // The further schemas first: the union of events takes the place of the envelope that the feed names.
  for (const schema of [about.error.schema, ...about.further]) reference(schema, components);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/[:*](\w+)/g, '{$1}');
    const operation = describeOperation(route, components, about);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  const webhooks = about.webhooks?.map((webhook) => [
    webhook.name,
    describeWebhook(webhook, components),
  ]);
  components.responses.InternalError = describeError(
    { ...about.error, description: 'An unexpected error; operators find it in the log' },
    [],
    components,
  );
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: '0.1.0',
      description: about.description,
      contact: { name: 'The operators of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: tagsOf(routes, about),
    paths,
    ...(webhooks && { webhooks: Object.fromEntries(webhooks) }),
    components: {
      schemas: sorted(components.schemas),
      responses: sorted(components.responses),
      securitySchemes: about.securitySchemes,
    },
  };
}

function sorted(named: Json): Json {
  return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The tags of the operations in their order, each with its text. */
function tagsOf(routes: readonly Route[], { tags, webhooks = [] }: Interface): Json[] {
  const names = [...routes, ...webhooks].map(({ tag }) => tag);
  return [...new Set(names)].map((name) => ({ name, description: tags[name] }));
}

function describeWebhook(webhook: Webhook, components: Components): Json {
  const { operationId, tag, summary, description, parameters, schema } = webhook;
  const content = { 'application/json': { schema: reference(schema, components) } };
  const post = {
    operationId,
    summary,
    description,
    tags: [tag],
    security: [],
    parameters,
    requestBody: { description: 'The event', required: true, content },
    responses: {
      '2XX': { description: 'The receiver has taken the event' },
      '4XX': { description: 'The event is sent again later, as after every other answer' },
    },
  };
  return { post };
}
