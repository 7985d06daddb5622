import type { Db, Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import type { Namespace, NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import { findNamespace } from '../../db/tables/semantics/namespaces.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import type { BranchEvent, NamespaceEvent } from '../../domain/semantics/semantic-events.ts';

/** A request about a namespace. */
export type SemanticRequest = {
  namespace: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/** A request about a branch of a namespace. */
export type BranchRequest = SemanticRequest & { branch: string };

/** The author and request of a change, as recorded in events; a job knows nothing else about its requester. */
export type SemanticCause = NamespaceKey & {
  principal: string;
  requestId: string | undefined;
  now: Date;
};

/** The cause in the form of events. */
export function causeOf({ namespace, principal, requestId, now }: SemanticRequest): SemanticCause {
  const { organizationId, name } = principal;
  return { organizationId, id: namespace, principal: name, requestId, now };
}

/** Records an event of a namespace, after its row was locked or written. */
export function recordNamespaceEvent(
  tx: Tx,
  type: NamespaceEvent,
  { organizationId, id, principal, requestId, now }: SemanticCause,
  data: { revision?: number } = {},
): Promise<string> {
  return recordEvent(tx, {
    organizationId,
    type,
    subjectKind: 'semantic-namespace',
    subjectId: id,
    principal,
    requestId,
    public: true,
    data,
    now,
  });
}

/** Records an event of a branch. */
export function recordBranchEvent(
  tx: Tx,
  type: BranchEvent,
  { organizationId, id, principal, requestId, now }: SemanticCause,
  data: { branch: string; revision?: number },
): Promise<string> {
  return recordEvent(tx, {
    organizationId,
    type,
    subjectKind: 'semantic-branch',
    subjectId: `${id}/${data.branch}`,
    principal,
    requestId,
    public: true,
    data: { namespace: id, ...data },
    now,
  });
}

/** Reads the namespace. Refuses with `not_found`. */
export async function getNamespace(db: Db, key: NamespaceKey): Promise<Namespace> {
  return (await findNamespace(db, key)) ?? refuseUnknownNamespace(key.id);
}

/** Refuses with `not_found`. */
export function refuseUnknownNamespace(id: string): never {
  return refuse('not_found', `There is no namespace with the id '${id}'.`);
}

/** Refuses with `not_found`. */
export function refuseUnknownBranch(namespace: string, branch: string): never {
  return refuse('not_found', `The namespace '${namespace}' has no branch '${branch}'.`);
}
