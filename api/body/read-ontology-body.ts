import { ontologyExample } from '../semantic-examples.ts';
import { readOntology } from '../../commands/semantics/read-ontology.ts';
import { runTask } from '../../commands/tasks/run-task.ts';
import { checkDocumentId } from '../../domain/validation/document-ids.ts';
import { Refusal } from '../../domain/errors.ts';
import type { PreparedOntology } from '../../domain/semantics/prepare-ontology.ts';
import type { BodyRule } from '../route.ts';
import type { ApiRequest } from '../exchange.ts';

/** Maximum size of an ontology, about 100,000 concepts. */
export const ontologyLimitBytes = 32 * 1024 * 1024;

/** Accepted formats of ontologies: YAML, and JSON as a subset of it. */
export const ontologyBody: BodyRule = {
  example: ontologyExample,
  formats: ['yaml', 'json'],
  required: true,
  limitBytes: ontologyLimitBytes,
};

/**
 * Reads the ontology of a namespace, as text and parsed. A body must be JSON if its content type says JSON or
 * is missing.
 */
export async function readOntologyBody({
  params,
  body: { text, format },
  principal: { organizationId },
  services,
}: ApiRequest<{ namespace: string }, unknown>): Promise<{
  text: string;
  prepared: PreparedOntology;
}> {
  const id = checkDocumentId(params.namespace);
  if (format === 'json') await assertJson(text);
  return {
    text,
    prepared: await readOntology(services.database.knex, { organizationId, id }, text),
  };
}

async function assertJson(text: string): Promise<void> {
  try {
    await runTask('assertJson', text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, violations, extra } = error;
    const hint = 'If it is YAML, send it with the content type application/yaml.';
    throw new Refusal(code, `${message} ${hint}`, { violations, extra });
  }
}
