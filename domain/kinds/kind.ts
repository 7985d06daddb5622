import type { Violation } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import type { JsonObject } from '../../lib/json.ts';

/** What a document is to another one that names it. */
export type ReferenceRole = 'input-port' | 'output-port';

/** That a document names another one, which need not exist. */
export type DocumentReference = { role: ReferenceRole; kind: string; id: string };

/** What a kind's descriptor takes out of a document for the head row, the search and the checks. */
export type Extract = {
  name: string;
  description: string;
  status: string | undefined;
  tags: string[];
  /**
   * Teams that the document names as its owner, in the order of the rules; the first that exists owns it.
   * `required` says that one of them must exist.
   */
  owner: { candidates: string[]; required: boolean };
  /** Every other document that it names, each once; absent for kinds that never name any. */
  references?: DocumentReference[];
};

/** Names of the CloudEvents of a kind, without prefix. */
export type KindEvents = { created: string; updated: string; deleted: string };

/**
 * One kind of document. Everything that all kinds share — storing, revisions, ETags, lists, deletion — is
 * written once; a kind is this descriptor and its line in the registry.
 */
export type DocumentKind = {
  /** In tables and events, singular, e.g. `data-contract`. */
  name: string;
  /** Path segment of its collection, e.g. `datacontracts`. */
  collection: string;
  /** For messages, e.g. `data contract`. */
  title: string;
  events: KindEvents;
  /**
   * Whether documents of the kind form a tree by their owner: then the owner is the parent, no document may
   * come to lie below itself, and what may be done to one is judged on itself.
   */
  isTree: boolean;
  /** Name of the YAML view of one document, when it has one. */
  yamlName: string | undefined;
  /** Everything that is wrong with a document, the useful first; empty when it is valid. */
  validate: (document: JsonObject) => Violation[];
  /** Members that the kind does not know but stores and echoes; the answer names them as a warning. */
  unknownMembers: (document: JsonObject) => string[];
  extract: (document: JsonObject) => Extract;
  /** What to say when no candidate exists; the argument is the candidates that were given. */
  ownerProblem: (candidates: readonly string[]) => {
    code: 'ownership_missing' | 'unknown_reference';
    message: string;
  };
  /** Roles in which one cannot be deleted: first the documents that name it so must change. */
  inUseAs: readonly ReferenceRole[];
  /** Permissions that creating, changing and deleting one needs on its owning team. */
  permissions: { add: Permission; edit: Permission; remove: Permission };
  /** Permissions that this very change needs, where they differ by what changes; none: nothing changes. */
  editPermissions?: (before: JsonObject, after: JsonObject) => Permission[];
};
