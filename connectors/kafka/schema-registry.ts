import { isObject } from '../../lib/json/json.ts';
import type { ScanContext } from '../asset-source.ts';
import { requestJson, SourceAnswerError } from '../http/source.ts';
import { textOf } from '../../lib/json/facts.ts';

/** The latest version of a subject, with the schemas that it references by name. */
export type RegisteredSchema = {
  subject: string;
  type: 'AVRO' | 'JSON' | 'PROTOBUF';
  version: number;
  id: number;
  text: string;
  references: readonly NamedSchema[];
};

/** A referenced schema and its name in the reference. */
export type NamedSchema = { name: string; text: string };

/** A schema that cannot be used, in contrast to a registry that fails: only its topic loses its fields. */
export class UnusableSchema extends Error {}

export type SchemaRegistry = {
  /** Undefined when the subject has no schema. Rejects with `UnusableSchema` if only this schema cannot be used. */
  latest: (subject: string) => Promise<RegisteredSchema | undefined>;
};

export type RegistrySettings = {
  url: string;
  username?: string | undefined;
  password?: string | undefined;
};

const timeoutMs = 30_000;
const limitBytes = 16 * 1024 * 1024;
/** Limit of direct and indirect references. */
const maxReferences = 200;

/**
 * Opens a registry with the API of Confluent. Rejects when the list of subjects cannot be read, because otherwise all topics
 * would lose their fields.
 */
export async function openRegistry(
  settings: RegistrySettings,
  context: ScanContext,
): Promise<SchemaRegistry> {
  const get = (path: string): Promise<unknown> => ask(settings, context, path);
  const listed = await get('/subjects');
  if (!Array.isArray(listed)) throw new Error('the schema registry returned no list of subjects');
  const subjects = new Set<unknown>(listed);
  return {
    async latest(subject) {
      if (!subjects.has(subject)) return undefined;
      const written = await get(`/subjects/${encodeURIComponent(subject)}/versions/latest`).catch(
        (error: unknown) => {
          // The subject was deleted meanwhile.
          if (error instanceof SourceAnswerError && error.status === 404) return undefined;
          if (error instanceof SourceAnswerError && error.status === 403) {
            throw new UnusableSchema(error.message);
          }
          throw error;
        },
      );
      if (!isObject(written)) return undefined;
      return { ...readSchema(subject, written), references: await readReferences(get, written) };
    },
  };
}

/** The schema with an id of a message, with its references. */
export async function schemaById(
  settings: RegistrySettings,
  context: Pick<ScanContext, 'access' | 'signal'>,
  id: number,
): Promise<Pick<RegisteredSchema, 'type' | 'text' | 'references'>> {
  const get = (path: string): Promise<unknown> => ask(settings, context, path);
  const written = await get(`/schemas/ids/${id}`);
  if (!isObject(written)) throw new Error('the schema registry returned no schema');
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
    throw new UnusableSchema(`${subject} has an unknown type of schema`);
  }
  const text = textOf(schema);
  if (text === undefined) throw new UnusableSchema(`${subject} has no schema in its answer`);
  return { subject, type: schemaType, version: Number(version), id: Number(id), text };
}

type Get = (path: string) => Promise<unknown>;

/** Referenced schemas come before those that reference them. */
async function readReferences(
  get: Get,
  written: Record<string, unknown>,
  found = new Map<string, NamedSchema>(),
): Promise<NamedSchema[]> {
  const references = Array.isArray(written['references']) ? written['references'] : [];
  for (const reference of references.filter(isObject)) {
    const { name, subject, version } = reference;
    if (typeof name !== 'string' || typeof subject !== 'string' || found.has(name)) continue;
    if (found.size >= maxReferences) {
      throw new UnusableSchema(`more than ${maxReferences} references`);
    }
    const path = `/subjects/${encodeURIComponent(subject)}/versions/${Number(version)}`;
    const target = await get(path);
    if (!isObject(target)) continue;
    // Added before its own references, in case these are circular.
    const named = { name, text: textOf(target['schema']) ?? '' };
    found.set(name, named);
    await readReferences(get, target, found);
    found.delete(name);
    found.set(name, named);
  }
  return [...found.values()];
}
