import { isObject } from '../lib/json.ts';
import type { ScanContext } from './asset-source.ts';
import { requestJson, SourceAnswerError } from './http-source.ts';
import { textOf } from './json-facts.ts';

/** The latest version of a subject, with the schemas that it refers to by name. */
export type RegisteredSchema = {
  subject: string;
  type: 'AVRO' | 'JSON' | 'PROTOBUF';
  version: number;
  id: number;
  text: string;
  references: readonly NamedSchema[];
};

/** A schema that another one refers to by this name. */
export type NamedSchema = { name: string; text: string };

export type SchemaRegistry = {
  /** Undefined when the subject has no schema. */
  latest: (subject: string) => Promise<RegisteredSchema | undefined>;
};

export type RegistrySettings = {
  url: string;
  username?: string | undefined;
  password?: string | undefined;
};

const timeoutMs = 30_000;
const limitBytes = 16 * 1024 * 1024;
/** Schemas that one may refer to, also by way of others. */
const mostReferences = 200;

/**
 * Opens a registry that speaks like Confluent's. Rejects when its list of subjects cannot be read: without it, all topics would
 * lose their fields.
 */
export async function openRegistry(
  settings: RegistrySettings,
  context: ScanContext,
): Promise<SchemaRegistry> {
  const get = (path: string): Promise<unknown> => ask(settings, context, path);
  const listed = await get('/subjects');
  if (!Array.isArray(listed))
    throw new Error('the schema registry answers with no list of subjects');
  const subjects = new Set<unknown>(listed);
  return {
    async latest(subject) {
      if (!subjects.has(subject)) return undefined;
      const written = await get(`/subjects/${encodeURIComponent(subject)}/versions/latest`).catch(
        (error: unknown) => {
          // It was deleted since.
          if (error instanceof SourceAnswerError && error.status === 404) return undefined;
          throw error;
        },
      );
      if (!isObject(written)) return undefined;
      return { ...readSchema(subject, written), references: await readReferences(get, written) };
    },
  };
}

/** The schema with an id, as messages name it, with those that it refers to. */
export async function schemaById(
  settings: RegistrySettings,
  context: Pick<ScanContext, 'access' | 'signal'>,
  id: number,
): Promise<Pick<RegisteredSchema, 'type' | 'text' | 'references'>> {
  const get = (path: string): Promise<unknown> => ask(settings, context, path);
  const written = await get(`/schemas/ids/${id}`);
  if (!isObject(written)) throw new Error('the schema registry answers with no schema');
  const { type, text } = readSchema(`schema ${id}`, written);
  return { type, text, references: await readReferences(get, written) };
}

function ask(
  { url, username, password }: RegistrySettings,
  { access, signal }: Pick<ScanContext, 'access' | 'signal'>,
  path: string,
): Promise<unknown> {
  const user = Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64');
  return requestJson({
    method: 'GET',
    url: `${url.replace(/\/+$/, '')}${path}`,
    headers: {
      accept: 'application/vnd.schemaregistry.v1+json, application/json',
      ...(username === undefined ? {} : { authorization: `Basic ${user}` }),
    },
    allowedHosts: access.allowedHosts,
    timeoutMs,
    signal,
    limitBytes,
  });
}

function readSchema(
  subject: string,
  { schemaType = 'AVRO', schema, version, id }: Record<string, unknown>,
): Omit<RegisteredSchema, 'references'> {
  if (schemaType !== 'AVRO' && schemaType !== 'JSON' && schemaType !== 'PROTOBUF') {
    throw new Error(`${subject} is of an unknown type of schema`);
  }
  const text = textOf(schema);
  if (text === undefined) throw new Error(`${subject} has no schema in its answer`);
  return { subject, type: schemaType, version: Number(version), id: Number(id), text };
}

type Get = (path: string) => Promise<unknown>;

/** What is referred to comes before what refers to it. */
async function readReferences(
  get: Get,
  written: Record<string, unknown>,
  found = new Map<string, NamedSchema>(),
): Promise<NamedSchema[]> {
  const references = Array.isArray(written['references']) ? written['references'] : [];
  for (const reference of references.filter(isObject)) {
    const { name, subject, version } = reference;
    if (typeof name !== 'string' || typeof subject !== 'string' || found.has(name)) continue;
    if (found.size >= mostReferences) throw new Error(`more than ${mostReferences} references`);
    const path = `/subjects/${encodeURIComponent(subject)}/versions/${Number(version)}`;
    const target = await get(path);
    if (!isObject(target)) continue;
    // Noted before its own references, should they lead back here.
    const named = { name, text: textOf(target['schema']) ?? '' };
    found.set(name, named);
    await readReferences(get, target, found);
    found.delete(name);
    found.set(name, named);
  }
  return [...found.values()];
}
