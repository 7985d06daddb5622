import { Type } from '@sinclair/typebox';
import { runTask } from '../../../commands/tasks/run-task.ts';
import { integrationWriteSchema } from '../../../domain/ingestion/integration.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { prefersJson } from '../../http/prefers-yaml.ts';
import { presentEditableIntegration } from '../../present/integration.ts';
import { defineRoute } from '../../route.ts';

/** The members that a write of an integration takes; credentials are never among those that are read. */
const written = Object.keys(integrationWriteSchema.properties);

/** The configuration of an integration, as its writes take it. */
export const integrationConfigurationRoute = defineRoute({
  method: 'GET',
  path: '/api/integrations/:id/configuration',
  name: 'getIntegrationConfiguration',
  sends: ['vary'],
  summary:
    'Get the configuration of an integration without its credentials, as YAML or, if Accept asks for it, as JSON',
  tag: 'integrations',
  params: Type.Object({ id: Type.String({ description: 'Its externalId' }) }),
  answers: {
    200: {
      description: 'The configuration; a text when it is YAML',
      schema: Type.Union([Type.Omit(integrationWriteSchema, ['credentials']), Type.String()]),
    },
  },
  handle: async ({ params, principal, header, services }) => {
    const reader = { principal, id: checkDocumentId(params.id) };
    const { secretKey } = services.settings;
    const { json } = await presentEditableIntegration(services.database, reader, secretKey);
    const entries = Object.entries(json).filter(
      ([name, value]) => written.includes(name) && value !== null,
    );
    const text = JSON.stringify(Object.fromEntries(entries));
    const headers = { vary: 'accept' };
    if (prefersJson(header)) return { status: 200, text, headers };
    const yaml = await runTask('toYaml', text);
    return { status: 200, text: yaml, contentType: 'application/yaml', headers };
  },
});
