import createClient from 'openapi-fetch';
import type { Middleware } from 'openapi-fetch';
import { noteBuild, noteSessionEnded } from '../lib/connection.ts';
import { problemOf } from './problem.ts';
import type { paths } from './schema.d.ts';

/**
 * The session works below `/ui` only: the server has the whole API there again. The address is changed before the request is made,
 * because a copy of a request has its body as a stream, which browsers send over HTTP/2 only.
 */
class SessionRequest extends Request {
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(typeof input === 'string' ? underSession(input) : input, init);
  }
}

function underSession(address: string): string {
  const url = new URL(address);
  if (url.pathname.startsWith('/api/')) url.pathname = `/ui${url.pathname}`;
  return url.href;
}

const connection: Middleware = {
  onResponse({ response, schemaPath }) {
    noteBuild(response.headers.get('x-concordat-build'));
    if (response.status === 401 && schemaPath !== '/ui/session') noteSessionEnded();
    return undefined;
  },
};

/** Calls the API with the session: `client.GET('/api/teams/{id}', { params: { path: { id } } })`. */
export const client = createClient<paths>({
  baseUrl: location.origin,
  Request: SessionRequest,
  // Proves to the server that a page of its own sends the request.
  headers: { 'x-requested-with': 'concordat' },
});
client.use(connection);

type Sent<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/** The body of an answer; throws `Problem` unless it is a success. */
export async function read<Data>(sent: Sent<Data>): Promise<Data> {
  return (await readTagged(sent)).data;
}

/** The body with the entity tag that an edit sends back in `If-Match`. */
export async function readTagged<Data>(
  sent: Sent<Data>,
): Promise<{ data: Data; etag: string | undefined }> {
  const { data, error, response } = await sent;
  if (!response.ok) throw problemOf(response, error);
  return { data: data as Data, etag: response.headers.get('etag') ?? undefined };
}
