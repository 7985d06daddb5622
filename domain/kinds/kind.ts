import type { TObject } from '@sinclair/typebox';
import type { IdRules } from '../document-ids.ts';
import type { ContractVerdict } from '../contract-changes/contract-change.ts';
import type { Violation } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import type { DeprecatedFormat } from '../standards/deprecated-format.ts';
import type { TestSchedule } from '../test-schedule.ts';
import type { JsonObject } from '../../lib/json.ts';

/** What a document is to another one that names it. */
export type ReferenceRole =
  | 'input-port'
  | 'output-port'
  | 'asset'
  | 'related-asset'
  | 'upstream-asset'
  | 'example-of'
  | 'example-port'
  | 'example-contract';

/**
 * That a document names another one, which need not exist. A `kind` that is none of documents (a port of a product)
 * is remembered for filters only.
 */
export type DocumentReference = { role: ReferenceRole; kind: string; id: string };

/** What a kind's descriptor takes out of a document for the head row, the search and the checks. */
export type Extract = {
  name: string;
  description: string;
  status: string | undefined;
  tags: string[];
  /** What sort of its kind it is, where the kind has sorts: the archetype of a data product, the type of a team. */
  archetype?: string | undefined;
  /** Further words by which it is found, e.g. names of fields and ports. */
  searchText?: string;
  /** Words of the concepts that it links to (`domain/semantics/concept-links.ts`). */
  links?: string[];
  /**
   * Teams that the document names as its owner, in the order of the rules; the first that exists owns it.
   * `required` says that one of them must exist.
   */
  owner: { candidates: string[]; required: boolean };
  /** Every other document that it names, each once; absent for kinds that never name any. */
  references?: DocumentReference[];
};

/**
 * Names of the CloudEvents of a kind, without prefix. Names that end in `Event` are public facts of the feed; the
 * others are for the audit trail only.
 */
export type KindEvents = { created: string; updated: string; deleted: string };

/** What a document of one kind offers to others: each has events of its own, beside those of the document. */
export type KindPorts = {
  events: KindEvents;
  /** What the document says about each port, by its identity, in the order of the document. */
  list: (document: JsonObject) => ReadonlyMap<string, unknown>;
};

/**
 * One kind of document. Everything that all kinds share — storing, revisions, ETags, lists, deletion — is
 * written once; a kind is this descriptor and its line in the registry.
 */
export type DocumentKind = IdRules & {
  /** In tables and events, singular, e.g. `data-contract`. */
  name: string;
  /** Path segment of its collection, e.g. `datacontracts`. */
  collection: string;
  /** What answers of the search call it; by default its name, as in `DATA_CONTRACT`. */
  resourceType?: string;
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
  /** What a new text changes against the stored one; kinds that have it keep a record of each change. */
  compare?: (from: JsonObject, to: JsonObject) => ContractVerdict;
  /** What to say when no candidate exists, of the candidates that the document gives. */
  ownerProblem: (
    candidates: readonly string[],
    document: JsonObject,
  ) => {
    code: 'ownership_missing' | 'unknown_reference';
    message: string;
  };
  /** Roles in which one cannot be deleted: first the documents that name it so must change. */
  inUseAs: readonly ReferenceRole[];
  /** The deprecated format in which a document is written, if it is in one; it is refused when its time is over. */
  deprecatedFormat?: (document: JsonObject) => DeprecatedFormat | undefined;
  /** Other forms in which one is given, by the value of `?format=`; each gives a document that has it already as it is. */
  forms?: Readonly<Record<string, (document: JsonObject) => JsonObject>>;
  /** When the clock shall do something with it, of kinds for which it does; what is wrong with that is a warning only. */
  timing?: (document: JsonObject) => TestSchedule;
  /** Absent for kinds without ports: their writes cost nothing more then. */
  ports?: KindPorts;
  /** Permissions that creating, changing and deleting one needs on its owning team. */
  permissions: { add: Permission; edit: Permission; remove: Permission };
  /** Permissions that this very change needs, where they differ by what changes; none: nothing changes. */
  editPermissions?: (before: JsonObject, after: JsonObject) => Permission[];
} & ResourceForm;

/** What kinds of our own resources may need besides; documents of a standard need none of it. */
export type ResourceForm = {
  /** Schema of the documents for openapi.json. */
  schema?: TObject;
  /** Member that repeats the id of the path; `id` when left out. */
  idMember?: 'id' | 'externalId' | 'namespace';
  /** Whether PUT answers with the document. */
  answersPut?: boolean;
  /** Members that the server answers for: ignored on write, added on read. */
  serverMembers?: readonly string[];
  /** Members that are filled in when a document comes without them, or with null. */
  defaults?: JsonObject;
  /**
   * Members whose change makes no revision and no event, because they are the progress of a program and not
   * what people decide.
   */
  unversioned?: readonly string[];
  /**
   * The document that one of this kind belongs to: it must exist, and the permissions on its owning team count.
   */
  belongsTo?: { role: ReferenceRole; kind: string; member: string };
  /** Query parameters of the list besides those that all kinds have. */
  listFilters?: Readonly<Record<string, ListFilter>>;
};

/** `owner` takes the id or the name of the owning team; the others name a referenced document. */
export type ListFilter =
  | { by: 'owner'; description: string }
  | { by: 'reference'; role: ReferenceRole; kind: string; description: string };
