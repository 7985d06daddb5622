import type { OpenApi, Operation } from '../generate/operations.ts';
import { operationsOf, schemasOf } from '../generate/operations.ts';
import type { FindSchema } from '../generate/operations.ts';
import type { Header } from '../generate/headers.ts';
import type { PrincipalName } from '../generate/request.ts';
import type { Receiver } from '../send/wire.ts';
import { documentsOf, madeOnce } from './documents.ts';
import { collectKnownIds } from './known-ids.ts';
import { makeCredentials, makeOrganizations } from './principals.ts';
import type { Installation } from './start-installation.ts';

/** A prepared installation, and the operations in its OpenAPI documents. */
export type Prepared = {
  operations: readonly Operation[];
  find: FindSchema;
  receiver: Receiver;
  /** Stores the documents again, creates new credentials and collects the current ids. */
  restore: () => Promise<void>;
};

/**
 * Fills two organizations and reads the OpenAPI documents from the running API; keeps the operations whose
 * name contains this text.
 */
export async function prepareOrganization(
  installation: Installation,
  operation = '',
): Promise<Prepared> {
  const { store, address, port, dataFolder } = installation;
  const organizations = await makeOrganizations(store.database);
  const documents = await Promise.all(
    ['/openapi.json', '/v1/openapi.json', '/openapi-ui.json'].map(async (path) => {
      const answer = await fetch(`${address}${path}`);
      return (await answer.json()) as OpenApi;
    }),
  );
  const operations = documents.flatMap((document) => operationsOf(document));
  const receiver: Receiver = {
    port,
    credentials: await makeCredentials(store.database, address, organizations),
    known: new Map(),
  };
  const ask: Ask = (path, principal, request) =>
    send(`${address}${path}`, receiver.credentials[principal], request);
  const storeAll = async (isFirst: boolean): Promise<void> => {
    for (const { method, path, body, session } of documentsOf(dataFolder)) {
      const answer = await ask(path, session ? 'session' : 'organization', { method, body });
      if (isFirst && !answer.ok) {
        throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      }
    }
  };
  const look = async (): Promise<void> => {
    receiver.known = await collectKnownIds(operations, (path) => read(ask, path));
  };
  await storeAll(true);
  await makeContent(ask, 1);
  let round = 1;
  await look();
  const chosen = operations.filter(({ name }) => name.includes(operation));
  if (chosen.length === 0) throw new Error(`no operation contains '${operation}'`);
  return {
    operations: chosen,
    find: schemasOf(documents),
    receiver,
    restore: async () => {
      receiver.credentials = await makeCredentials(store.database, address, organizations);
      await storeAll(false);
      round += 1;
      // Requests may have set rules that this violates.
      await makeContent(ask, round).catch(() => {});
      await look();
    },
  };
}

type Ask = (
  path: string,
  principal: PrincipalName,
  request?: { method: string; body?: object | string },
) => Promise<Response>;

async function send(
  url: string,
  credentials: readonly Header[],
  { method, body }: { method: string; body?: object | string } = { method: 'GET' },
): Promise<Response> {
  const isText = typeof body === 'string';
  return fetch(url, {
    method,
    headers: {
      ...Object.fromEntries(credentials),
      prefer: 'respond-async',
      'content-type': isText ? 'application/yaml' : 'application/json',
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
}

async function read(ask: Ask, path: string): Promise<unknown> {
  const principal = path.startsWith('/v1')
    ? 'contact'
    : path.startsWith('/ui')
      ? 'session'
      : 'organization';
  const answer = await ask(path, principal).catch(() => undefined);
  if (!answer?.ok || !answer.headers.get('content-type')?.includes('json')) return undefined;
  return answer.json();
}

/** Creates resources whose ids the server assigns; repeated in each round, because requests delete them. */
async function makeContent(ask: Ask, round: number): Promise<void> {
  for (const { path, method, body } of madeOnce) {
    const answer = await ask(path, 'organization', { method, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
  const make = async (path: string, body: object, principal: PrincipalName = 'contact') => {
    const answer = await ask(path, principal, { method: 'POST', body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  for (const [position, first] of ['Anna', 'Bert', 'Cleo'].entries()) {
    const name = `${first}${round}`;
    const body = { username: name, phone_number: `+49 30 ${position}${10_000 + round}` };
    const contact = await make('/api/messaging/contacts', body, 'organization');
    const { id } = await make('/v1/conversations', { contact_id: contact.id });
    for (const message of ['Hello', 'How are you?', 'Bye']) {
      await make('/v1/messages', { conversation_id: id, message });
    }
    await make('/v1/groups', { name: `Friends of ${name}`, contacts: [name] });
  }
  await make('/v1/attachments', { file_url: 'https://example.com/a.jpg', file_type: 'image/jpeg' });
}
