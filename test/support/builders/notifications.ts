import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notifyTeam } from '../../../commands/notifications/notify-team.ts';
import type { NotifyTeam } from '../../../commands/notifications/notify-team.ts';
import { transact } from '../../../db/transact.ts';
import type { TestApi } from '../http/api.ts';
import { team } from './contracts.ts';

/** A failed report of the team `shop`. */
export function failureNotice(api: TestApi, change: Partial<NotifyTeam> = {}): NotifyTeam {
  return {
    organizationId: api.organizationId,
    causeId: 'report-1',
    teamId: 'shop',
    subjectKind: 'access',
    subjectId: 'a1',
    template: 'provisioning-failed',
    data: {
      accessId: 'a1',
      dataProductId: 'shop',
      outputPortId: 'orders',
      consumer: 'Marketing',
      purpose: 'Campaigns',
      platform: 'x',
      diagnostics: '**denied** <b>',
      links: {},
      reportedAt: '2026-01-01T00:00:00Z',
      page: `${api.address}/access/a1`,
    },
    now: new Date(),
    ...change,
  } as NotifyTeam;
}

/** Notifies the team `shop` of a failed report. */
export function notifyShop(
  api: TestApi,
  change: Partial<NotifyTeam> = {},
): Promise<{ mails: number; messages: number; muted?: true }> {
  return transact(api.database, (tx) => notifyTeam(tx, failureNotice(api, change)));
}

/** The team `shop` with two Owners and a member. */
export async function putShop(api: TestApi): Promise<void> {
  const members = [
    { emailAddress: 'Ada@example.com', role: 'Owner' },
    { emailAddress: 'bob@example.com', role: 'Owner' },
    { emailAddress: 'eve@example.com' },
  ];
  await api.send('PUT', '/api/teams/shop', { body: team('shop', { members }) });
}

/** Stores a channel of the team `shop` at the chat. */
export function putChannel(
  api: TestApi,
  chat: ChatServer,
  [id, type]: [id: string, type: string],
  change: Record<string, unknown> = {},
): Promise<unknown> {
  return api.send('PUT', `/api/teams/shop/notification-channels/${id}`, {
    body: { id, name: id, type, endpoint: chat.endpoint(`secret-${id}`), enabled: true, ...change },
  });
}

/** A chat server on its own port. */
export type ChatServer = {
  posted: { path: string; body: any }[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  endpoint: (path: string) => string;
  stop: () => Promise<void>;
};

export async function startChatServer(): Promise<ChatServer> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      chat.posted.push({ path: request.url ?? '', body: JSON.parse(body) });
      chat.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const chat: ChatServer = {
    posted: [],
    answer: (_, response) => response.end('ok'),
    endpoint: (path) => `http://127.0.0.1:${port}/${path}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return chat;
}
