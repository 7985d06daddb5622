import { Type } from '@sinclair/typebox';
import type { TObject, TSchema } from '@sinclair/typebox';
import type { JsonObject } from '../../lib/json/json.ts';
import { objectOf, textOf } from '../standards/json-value.ts';
import { validateWith } from '../validation/validation.ts';
import type { DocumentKind, Extract } from './kind.ts';
import { recordOf } from '../validation/record-of.ts';

/** An optional member; explicit null means absent. */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** A text with at least one character. */
export function requiredText(description?: string) {
  return Type.String({ minLength: 1, ...(description !== undefined && { description }) });
}

/** An optional text. */
export function optionalText(description?: string) {
  return optional(Type.String(description === undefined ? {} : { description }));
}

export const optionalTexts = optional(Type.Array(Type.String()));
export const optionalNumber = optional(Type.Number());
export const optionalInteger = optional(Type.Integer());
export const optionalFlag = optional(Type.Boolean());
export const textMap = optional(recordOf(Type.String()));
export const anyMap = optional(recordOf(Type.Unknown()));

/**
 * The rules that a kind of Concordat's own resources derives from its schema: unknown members are stored,
 * returned and listed in a warning.
 */
export function ruledBy(
  schema: TObject,
): Required<Pick<DocumentKind, 'schema' | 'validate' | 'unknownMembers'>> {
  return {
    schema,
    validate: (document) => validateWith(schema, document),
    unknownMembers: (document) =>
      Object.keys(document).filter((member) => !Object.hasOwn(schema.properties, member)),
  };
}

/** The defaults of Concordat's own resources. */
export const plainKind = {
  isTree: false,
  yamlName: undefined,
  inUseAs: [],
  permissions: { add: 'RESOURCES_ADD', edit: 'RESOURCES_EDIT', remove: 'RESOURCES_DELETE' },
  ownerProblem: ([unknown]: readonly string[]) => ({
    code: 'unknown_reference' as const,
    message: `No team has the id '${unknown ?? ''}': put the id of an existing team into 'owner'`,
  }),
} satisfies Partial<DocumentKind>;

/** Event types of a kind for the audit trail only. */
export function auditedAs(noun: string): DocumentKind['events'] {
  return { created: `${noun}Created`, updated: `${noun}Updated`, deleted: `${noun}Deleted` };
}

/** Public event types of a kind. */
export function announcedAs(noun: string): DocumentKind['events'] {
  return {
    created: `${noun}CreatedEvent`,
    updated: `${noun}UpdatedEvent`,
    deleted: `${noun}DeletedEvent`,
  };
}

/** The head of a resource: its name is the first text of `names`, and it has no owner unless given. */
export function headOf(document: JsonObject, names: readonly unknown[]): Extract {
  return {
    name: names.map(textOf).find((name) => name !== undefined) ?? '',
    description: textOf(document.description) ?? '',
    status: textOf(document.status),
    tags: Array.isArray(document.tags) ? document.tags.map(String) : [],
    owner: { candidates: [], required: false },
  };
}

/** A required owner, if the document names one. */
export function ownerFrom(owner: unknown): Extract['owner'] {
  const id = textOf(owner);
  return { candidates: id === undefined ? [] : [id], required: id !== undefined };
}

/** The object `info` of a document, or an empty one. */
export function infoOf(document: JsonObject): JsonObject {
  return (objectOf(document.info) ?? {}) as JsonObject;
}
