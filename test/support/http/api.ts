import { setMaxListeners } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createApp } from '../../../api/app.ts';
import type { ApiSettings } from '../../../api/services.ts';
import type { WebFiles } from '../../../api/web/web-files.ts';
import { createWaiters } from '../../../api/wait-for-work.ts';
import { createApiKey } from '../../../commands/keys/create-api-key.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import type { KeyScope, OrganizationId } from '../../../domain/principal.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createProcessMetrics } from '../../../lib/metrics.ts';
import type { ObjectStorage } from '../../../lib/object-storage/object-storage.ts';
import { openObjectStorage } from '../../../lib/object-storage/open.ts';
import { createTestDatabase, quietLog } from '../servers/database.ts';
import type { TestDatabase } from '../servers/database.ts';
import { testSecretKey } from '../sources/job-settings.ts';
import { createInspection } from './inspection.ts';

export type TestApi = TestDatabase & {
  address: string;
  port: number;
  organizationId: OrganizationId;
  /** An organization key. */
  key: string;
  newKey: (
    scope: KeyScope,
    options?: {
      teamId?: string;
      email?: string;
      expiresOn?: string;
      organizationId?: OrganizationId;
    },
  ) => Promise<{ id: string; text: string }>;
  newOrganization: (name: string) => Promise<OrganizationId>;
  /** Stores the counted requests of keys, as happens once a minute. */
  recordKeyUses: () => Promise<void>;
  /** Sends a request; a body that is not a string is sent as JSON. */
  send: (method: string, path: string, options?: SendOptions) => Promise<TestAnswer>;
  /** A separate folder for attachments, and the storage on it. */
  attachmentsDir: string;
  storage: ObjectStorage;
  /** The request handler, for servers with other limits. */
  handle: RequestListener;
  stop: () => Promise<void>;
};

export type SendOptions = {
  body?: unknown;
  key?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type TestAnswer = { status: number; headers: Headers; text: string; json: any };

type ApiOptions = Partial<ApiSettings> & {
  /** Pages for browsers; by default there are none. */
  web?: WebFiles | undefined;
  redisUrl?: string;
  /** After this time, tests end to wait for work that no process does; the workers of `startWorkers` are no listed processes. */
  lateWorkMs?: number;
};

/** The API on a real port with its own database. */
export async function startApi(
  { lateWorkMs = 3_600_000, web, ...settings }: ApiOptions = {},
  clock: Clock = systemClock,
): Promise<TestApi> {
  const test = await createTestDatabase();
  const { database } = test;
  const draining = new AbortController();
  setMaxListeners(0, draining.signal);
  const waiters = createWaiters(database, quietLog, draining.signal, lateWorkMs);
  // A test that computes for long must not send on a connection that the server is about to close.
  const server = createServer({ keepAliveTimeout: 600_000 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const all: ApiSettings = {
    publicUrl: address,
    testWaitSeconds: 20,
    eventTypePrefix: 'com.datamesh-manager.events.',
    eventRetentionDays: 90,
    sourceCredentials: {},
    allowedHosts: [],
    webhookAllowedHosts: [],
    deprecatedFormatsUntil: '2099-12-31',
    generation: undefined,
    attachmentQuotaMb: 1024,
    secretKey: testSecretKey,
    oidc: undefined,
    trustedProxies: 0,
    shownSettings: [],
    ...settings,
  };
  const metrics = createProcessMetrics('api');
  const attachmentsDir = fs.mkdtempSync(path.join(os.tmpdir(), 'concordat-attachments-'));
  const storage = openObjectStorage({ kind: 'folder', folder: attachmentsDir });
  const services = { database, waiters, clock, log: quietLog, metrics, storage };
  const { inspect, assertDeclared } = createInspection();
  const app = createApp(
    { ...services, settings: all, draining: draining.signal },
    // Tests that compare all tables store the use of keys themselves.
    { inspect, redisUrl: settings.redisUrl, web, recordKeyUsesMs: 3_600_000 },
  );
  const { handle } = app;
  server.on('request', (request, response) => void handle(request, response));
  const newOrganization = (name: string) =>
    insertOrganization(database.knex, { name, vanity: name, now: new Date() });
  const organizationId = await newOrganization('test');
  const newKey: TestApi['newKey'] = (scope, options = {}) =>
    createApiKey(database.knex, {
      organizationId,
      displayName: scope,
      createdBy: 'system',
      now: new Date(),
      scope,
      ...options,
    });
  const { text: key } = await newKey('organization');
  return {
    ...test,
    address,
    port,
    organizationId,
    key,
    newKey,
    newOrganization,
    attachmentsDir,
    storage,
    handle: (request, response) => void handle(request, response),
    recordKeyUses: app.recordKeyUses,
    send: (method, path, options = {}) => send(`${address}${path}`, method, { key, ...options }),
    stop: async () => {
      draining.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      waiters.close();
      await app.close();
      await test.drop();
      fs.rmSync(attachmentsDir, { recursive: true, force: true });
      assertDeclared();
    },
  };
}

/** Sends a request; a body that is not a string is sent as JSON. */
export async function send(
  url: string,
  method: string,
  { body, key, headers = {}, signal }: SendOptions,
): Promise<TestAnswer> {
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: {
      ...(key && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isText ? (body as string) : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: /\bjson\b/.test(type) && text ? JSON.parse(text) : undefined,
  };
}
