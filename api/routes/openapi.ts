import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Type } from '@sinclair/typebox';
import accepts from 'accepts';
import { runTask } from '../../commands/tasks/run-task.ts';
import { isNotModified } from '../http/entity-tags.ts';
import { describeApi } from '../openapi/describe-api.ts';
import type { Interface } from '../openapi/interface.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import type { Answer, ApiRequest } from '../exchange.ts';
import type { ApiSettings } from '../services.ts';

type Request = Pick<ApiRequest<object, object>, 'header' | 'services'>;

/** A document as it is sent: its text, compressed as well, and its tag. */
type Document = { text: string; packed: Buffer; tag: string };

type About = (settings: Pick<ApiSettings, 'eventTypePrefix'>) => Interface;

/** Creates the routes for the OpenAPI description of the given routes and of themselves; `at` is their path without its ending. */
export function openapiRoutes(routes: readonly Route[], at: string, about: About): Route[] {
  const all = [...routes];
  const json = (services: Request['services']): string =>
    JSON.stringify(describeApi(all, about(services.settings)));
  const [asJson, asYaml] = [
    // Writing 1 MB of YAML takes longer than other requests may be held up.
    prepared((services) => Promise.resolve(json(services))),
    prepared((services) => runTask('toYaml', json(services))),
  ];
  const shared = {
    method: 'GET',
    tag: 'meta',
    access: 'public',
    sends: ['vary'],
  } as const;
  all.push(
    defineRoute({
      ...shared,
      path: `${at}.json`,
      name: 'getOpenApi',
      summary: 'Get this description',
      answers: {
        200: {
          description: 'OpenAPI 3.1',
          schema: Type.Object({}, { additionalProperties: true }),
        },
        304: { description: 'The client already has the current description' },
      },
      handle: (request) => answerDocument(request, asJson, 'application/json'),
    }),
    defineRoute({
      ...shared,
      path: `${at}.yaml`,
      name: 'getOpenApiAsYaml',
      summary: 'Get this description as YAML',
      answers: {
        200: { description: 'OpenAPI 3.1', contentType: 'application/yaml' },
        304: { description: 'The client already has the current description' },
      },
      handle: (request) => answerDocument(request, asYaml, 'application/yaml'),
    }),
  );
  return all.slice(routes.length);
}

/** Prepares a document once for each prefix of events, on which it depends. */
function prepared(
  write: (services: Request['services']) => Promise<string>,
): (services: Request['services']) => Promise<Document> {
  const documents = new Map<string, Promise<Document>>();
  return (services) => {
    const { eventTypePrefix } = services.settings;
    const document = documents.get(eventTypePrefix) ?? write(services).then(pack);
    documents.set(eventTypePrefix, document);
    // A task can fail when its process ends; the next request writes the document.
    document.catch(() => documents.delete(eventTypePrefix));
    return document;
  };
}

async function pack(text: string): Promise<Document> {
  const packed = await promisify(gzip)(text);
  return { text, packed, tag: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}

async function answerDocument(
  { header, services }: Request,
  read: (services: Request['services']) => Promise<Document>,
  contentType: string,
): Promise<Answer> {
  const { text, packed, tag } = await read(services);
  const isPacked = acceptsGzip(header('accept-encoding'));
  const etag = isPacked ? `"${tag}-gzip"` : `"${tag}"`;
  const headers = { etag, vary: 'accept-encoding' };
  if (isNotModified(header, etag)) return { status: 304, headers };
  if (!isPacked) return { status: 200, headers, text, contentType };
  const encoded = { ...headers, 'content-encoding': 'gzip' };
  return { status: 200, headers: encoded, bytes: packed, contentType };
}

function acceptsGzip(header = ''): boolean {
  const request = { headers: { 'accept-encoding': header } } as IncomingMessage;
  return accepts(request).encoding(['gzip', 'identity']) === 'gzip';
}
