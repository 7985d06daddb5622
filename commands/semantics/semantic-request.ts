import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import type { Namespace, NamespaceKey } from '../../db/tables/namespaces.ts';
import { findNamespace } from '../../db/tables/namespaces.ts';
import type { Db } from '../../db/connect.ts';
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

/** Who did something, as events name it; a job knows no more of its requester. */
export type SemanticCause = NamespaceKey & {
  principal: string;
  requestId: string | undefined;
  now: Date;
};

/** The request as events name it. */
export function causeOf({ namespace, principal, requestId, now }: SemanticRequest): SemanticCause {
  const { organizationId, name } = principal;
  return { organizationId, id: namespace, principal: name, requestId, now };
}

/** Tells what happened to a namespace, after its row was locked or written. */
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

/** Tells what happened to a branch. */
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

/** The namespace, or a refusal with `not_found`. */
export async function getNamespace(db: Db, key: NamespaceKey): Promise<Namespace> {
  return (await findNamespace(db, key)) ?? refuseUnknownNamespace(key.id);
}

/** Refuses because there is no such namespace. */
export function refuseUnknownNamespace(id: string): never {
  return refuse('not_found', `There is no namespace with the id '${id}'.`);
}

/** Refuses because the namespace has no such branch. */
export function refuseUnknownBranch(namespace: string, branch: string): never {
  return refuse('not_found', `The namespace '${namespace}' has no branch '${branch}'.`);
}
