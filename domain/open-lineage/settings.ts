import { Type } from '@sinclair/typebox';
import type { Setting } from '../../lib/read-setting.ts';

/** Settings of the events about our own runs, with the names of the clients of OpenLineage. */
export const openLineageSettings = {
  openLineageUrl: {
    env: 'OPENLINEAGE_URL',
    schema: Type.Optional(
      Type.String({
        pattern: '^https?://[^/]+',
        description: 'an address like https://lineage.example.com',
      }),
    ),
    meaning:
      'Receiver of events about contract tests and ingestion runs; without it none are sent; a private host must be in WEBHOOK_ALLOWED_HOSTS',
  },
  openLineageEndpoint: {
    env: 'OPENLINEAGE_ENDPOINT',
    schema: Type.String({ default: '/api/v1/lineage' }),
    meaning: 'Path at OPENLINEAGE_URL',
  },
  openLineageApiKey: {
    env: 'OPENLINEAGE_API_KEY',
    schema: Type.Optional(Type.String()),
    meaning: 'Key for it, sent as a bearer token',
    secret: true,
  },
  openLineageNamespace: {
    env: 'OPENLINEAGE_NAMESPACE',
    schema: Type.String({ default: 'concordat' }),
    meaning: 'Namespace of the jobs in these events',
  },
} as const satisfies Record<string, Setting>;

type Values = {
  openLineageUrl?: string | undefined;
  openLineageEndpoint: string;
  openLineageApiKey?: string | undefined;
  openLineageNamespace: string;
};

/** Where events go, and in whose name. */
export type OpenLineageTarget = {
  url: string;
  apiKey: string | undefined;
  namespace: string;
};

/** The receiver of events; undefined if none is set. */
export function openLineageTarget(values: Values): OpenLineageTarget | undefined {
  const { openLineageUrl, openLineageEndpoint, openLineageApiKey, openLineageNamespace } = values;
  if (openLineageUrl === undefined) return undefined;
  const url = `${openLineageUrl.replace(/\/+$/, '')}/${openLineageEndpoint.replace(/^\/+/, '')}`;
  return { url, apiKey: openLineageApiKey, namespace: openLineageNamespace };
}
