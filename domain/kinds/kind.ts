import type { TObject } from '@sinclair/typebox';
import type { IdRules } from '../validation/document-ids.ts';
import type { ContractVerdict } from '../contract-changes/contract-change.ts';
import type { Violation } from '../errors.ts';
import type { Permission } from '../organizations/permissions.ts';
import type { DeprecatedFormat } from '../standards/deprecated-format.ts';
import type { TestSchedule } from '../contract-tests/schedule.ts';
import type { JsonObject } from '../../lib/json/json.ts';

/**
 * The error for a document whose owner does not exist: a sentence without its period, and the request that writes an owner into the
 * document, for kinds with `withOwner`.
 */
export type OwnerProblem = {
  code: 'ownership_missing' | 'unknown_reference';
  message: string;
  request?: string;
};

/** The role of a referenced document. */
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
 * A reference to another document, which need not exist. A `kind` that is no kind of documents (a port of a
 * product) is stored for filters only.
 */
export type DocumentReference = { role: ReferenceRole; kind: string; id: string };

/** What the scores of data products need of a contract, a product, or a team; stored in the head of the document. */
export type ScoreFacts =
  | { fields: number; described: number; fresh: boolean; terms: boolean }
  | { ports: number; boundPorts: number }
  | { members: number };

/** The parts of a document that its kind extracts for the head row, the search and the checks. */
export type Extract = {
  name: string;
  description: string;
  status: string | undefined;
  tags: string[];
  /** Tags that the managed tags policy of the organization governs, each once; absent for kinds without such tags. */
  governedTags?: string[];
  /** The subtype, if the kind has any: the archetype of a data product, the type of a team. */
  archetype?: string | undefined;
  /** The version that the document declares. */
  version?: string | undefined;
  /** Types of its output ports, each once. */
  portTypes?: string[];
  /** Classifications of its fields, each once. */
  classifications?: string[];
  /** Targets of its links to concepts, as `targetsOf` returns them. */
  concepts?: string[];
  /** What scores of data products need of it; absent for kinds that do not count. */
  scoreFacts?: ScoreFacts;
  /** Further search words, e.g. names of fields and ports. */
  searchText?: string;
  /** Names of a concept and other words for it, as keys of `domain/search/labels.ts`. */
  labels?: string[];
  /** True if the document says itself that it is about personal data. */
  isPersonal?: boolean;
  /** Search words of the linked concepts (`domain/kinds/document-links.ts`). */
  links?: string[];
  /**
   * Teams that the document names as its owner, in order of precedence; the first existing team owns it. With
   * `required`, one of them must exist.
   */
  owner: { candidates: string[]; required: boolean };
  /** All other references, each once; absent for kinds without references. */
  references?: DocumentReference[];
};

/**
 * Event types of a kind, without prefix. Types that end in `Event` are public in the feed; the others are for
 * the audit trail only.
 */
export type KindEvents = { created: string; updated: string; deleted: string };

/** The ports that documents of a kind offer: each has its own events, beside those of the document. */
export type KindPorts = {
  events: KindEvents;
  /** The content of each port, by its identity, in the order of the document. */
  list: (document: JsonObject) => ReadonlyMap<string, unknown>;
};

/**
 * One kind of document. Storing, revisions, ETags, lists and deletion are shared by all kinds; a kind is only
 * this descriptor and its line in the registry.
 */
export type DocumentKind = IdRules & {
  /** Name in tables and events, singular, e.g. `data-contract`. */
  name: string;
  /** Path segment of its collection, e.g. `datacontracts`. */
  collection: string;
  /** Name in search results; by default derived from `name`, as in `DATA_CONTRACT`. */
  resourceType?: string;
  /** Name in messages, e.g. `data contract`. */
  title: string;
  events: KindEvents;
  /**
   * True if documents of the kind form a tree by their owner: the owner is the parent, cycles are refused, and
   * permissions are checked on the document itself.
   */
  isTree: boolean;
  /** Name of the YAML view of one document, if it has one. */
  yamlName: string | undefined;
  /** All violations of a document, the most useful first; empty when it is valid. */
  validate: (document: JsonObject) => Violation[];
  /** Members that the kind does not know but stores and returns; answers list them in a warning. */
  unknownMembers: (document: JsonObject) => string[];
  /** Sentences about a valid document for the warnings of the answer. */
  notices?: (document: JsonObject) => string[];
  extract: (document: JsonObject) => Extract;
  /** Compares a new text with the stored one; for kinds with it, each change is recorded. */
  compare?: (from: JsonObject, to: JsonObject) => ContractVerdict;
  /** The violation when none of the document's owner candidates exists. */
  ownerProblem: (candidates: readonly string[], document: JsonObject) => OwnerProblem;
  /** The document with a team as its owner, for kinds whose owner a request may name instead of the document. */
  withOwner?: (document: JsonObject, teamId: string) => JsonObject;
  /** Roles that prevent deletion while other documents reference a document so. */
  inUseAs: readonly ReferenceRole[];
  /** The deprecated format of a document, if any; refused after its last day. */
  deprecatedFormat?: (document: JsonObject) => DeprecatedFormat | undefined;
  /**
   * Other forms of a document, by the value of `?format=`; a document that already has the form stays
   * unchanged.
   */
  forms?: Readonly<Record<string, (document: JsonObject) => JsonObject>>;
  /** The schedule of a document, for kinds that have one; problems of it are only warnings. */
  timing?: (document: JsonObject) => TestSchedule;
  /** Absent for kinds without ports, whose writes then cost nothing more. */
  ports?: KindPorts;
  /** Permissions for creating, changing and deleting, on the owning team. */
  permissions: { add: Permission; edit: Permission; remove: Permission };
  /** Permissions for a specific change, where they depend on what changes; empty when nothing changes. */
  editPermissions?: (before: JsonObject, after: JsonObject) => Permission[];
} & ResourceForm;

/** Options of Concordat's own resources; documents of a standard need none. */
export type ResourceForm = {
  /** Schema of the documents for openapi.json. */
  schema?: TObject;
  /** Member that repeats the id of the path; `id` by default. */
  idMember?: 'id' | 'externalId' | 'namespace';
  /** True if PUT returns the document. */
  answersPut?: boolean;
  /** Members set by the server: ignored on write, added on read. */
  serverMembers?: readonly string[];
  /** Members that are stored in another spelling than they were sent in. */
  canonicalMembers?: (document: JsonObject) => JsonObject;
  /** Default values for missing or null members. */
  defaults?: JsonObject;
  /**
   * Members whose change makes no revision and no event, because they are progress of a program instead of
   * decisions of people.
   */
  unversioned?: readonly string[];
  /** The parent document: it must exist, and permissions are checked on its owning team. */
  belongsTo?: { role: ReferenceRole; kind: string; member: string };
  /** Query parameters of the list besides the common ones. */
  listFilters?: Readonly<Record<string, ListFilter>>;
};

/** `owner` takes the id or the name of the owning team, `portType` a type of output ports; the others name a referenced document. */
export type ListFilter =
  | { by: 'owner'; description: string }
  | { by: 'portType'; description: string }
  | { by: 'reference'; role: ReferenceRole; kind: string; description: string };
