/** The part of JSON Schema that Concordat's OpenAPI documents use. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
};

export type Parameter = { name: string; in: string; schema?: Schema };

export type BodyType = { contentType: string; schema: Schema | undefined; example: unknown };

/** One method of one path, as OpenAPI describes it. */
export type Operation = {
  /** `PUT /api/teams/{id}`. */
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  bodies: BodyType[];
  /** True if it waits for background work by design, unless told otherwise. */
  mayWait: boolean;
};

export type OpenApi = {
  paths: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, Schema> };
};

type Declared = {
  summary?: string;
  parameters?: Parameter[];
  responses?: object;
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> };
};

const methods = new Set(['get', 'put', 'post', 'delete', 'patch']);

/** Lists the operations of a document, always in the same order. */
export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, declared]) => operationOf(method.toUpperCase(), path, declared as Declared)),
  );
}

function operationOf(method: string, path: string, declared: Declared): Operation {
  const content = Object.entries(declared.requestBody?.content ?? {});
  return {
    name: `${method} ${path}`,
    method,
    path,
    parameters: declared.parameters ?? [],
    bodies: content.map(([contentType, { schema, example }]) => ({ contentType, schema, example })),
    mayWait:
      /wait|stream|test|run|generat|merge|plan/i.test(`${declared.summary ?? ''} ${path}`) ||
      JSON.stringify(declared.responses ?? {}).includes('text/event-stream'),
  };
}

/** Returns the schema of a `$ref`. */
export type FindSchema = (reference: string) => Schema;

export function schemasOf(documents: readonly OpenApi[]): FindSchema {
  const all = new Map(
    documents.flatMap(({ components }) => Object.entries(components?.schemas ?? {})),
  );
  return (reference) => all.get(reference.split('/').at(-1) ?? '') ?? {};
}
