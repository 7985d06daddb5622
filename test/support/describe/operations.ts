import type { Operation, Parameter } from '../../../cli/operations/operation.ts';
import { openapiDocuments } from './openapi.ts';

type Schema = { type?: string; enum?: unknown[]; items?: Schema };
type Declared = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: {
    name: string;
    in: 'path' | 'query' | 'header';
    required?: boolean;
    description?: string;
    schema?: Schema;
  }[];
  requestBody?: { required?: boolean; content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
};

/** Set by the client itself. */
const ownHeaders = new Set(['idempotency-key', 'x-requested-with']);

function describeParameter(parameter: NonNullable<Declared['parameters']>[number]): Parameter {
  const { name, in: place, required, description = '', schema } = parameter;
  const choices = schema?.enum ?? schema?.items?.enum;
  return {
    name,
    in: place,
    help: description,
    ...(required && { required }),
    ...(schema?.type === 'boolean' && { isFlag: true }),
    ...(choices && { choices: choices.map(String) }),
  };
}

function describeOperation(method: string, path: string, declared: Declared): Operation {
  const { operationId, summary, tags, parameters = [], requestBody, responses } = declared;
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.keys(content));
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    tag: tags[0] ?? '',
    parameters: parameters
      .filter(({ name }) => !ownHeaders.has(name.toLowerCase()))
      .map(describeParameter),
    ...(requestBody && {
      body: Object.keys(requestBody.content),
      ...(requestBody.required && { needsBody: true }),
    }),
    answers: [...new Set(answers)],
  };
}

/** cli/generated/operations.ts: what commands need of openapi.json, in a tenth of its size. */
export function describeOperations(): string {
  const { paths } = openapiDocuments['openapi.json'] as {
    paths: Record<string, Record<string, Declared>>;
  };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'put', 'post', 'delete', 'patch'].includes(method))
      .map(([method, declared]) => describeOperation(method, path, declared)),
  );
  const lines = operations.map((operation) => `  ${JSON.stringify(operation)},\n`);
  return `import type { Operation } from '../operations/operation.ts';

/** Generated from the routes: run npm run generate after a change of theirs. */
export const operations: readonly Operation[] = [
${lines.join('')}];
`;
}
