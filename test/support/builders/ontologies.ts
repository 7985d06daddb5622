import type { TestAnswer, TestApi } from '../http/api.ts';

export const namespacesPath = '/api/semantics/experimental/namespaces';

/** The first example of the specification, with its own id and with comments that must survive. */
export function ontology(name: string, entries: readonly string[] = [order, orderId]): string {
  return `# Owned by the sales team
name: ${name}
ontology:
${entries.join('')}`;
}

export const order = `  - concept: Order   # what customers place
    id: order
    type: EntityType
    description: A confirmed purchase
    status: active
    relationships:
      - name: identified by
        type: hasProperty
        roles:
          - concept: Order ID
`;

export const orderId = `  - concept: Order ID
    id: order_id
    type: ValueType
    extends: [String]
    description: 'Identifies an order'
`;

/** An entry of an ontology. */
export const entity = (name: string, description = `About ${name}`): string => `  - concept: ${name}
    type: EntityType
    description: ${description}
`;

const yaml = { 'content-type': 'application/yaml' };

/** The most frequent calls of tests. */
export function semantics(api: Pick<TestApi, 'send'>) {
  const at = (namespace: string, rest = '') => `${namespacesPath}/${namespace}${rest}`;
  const branchAt = (namespace: string, branch: string, rest = '') =>
    at(namespace, `/branches/${branch}${rest}`);
  const send = (method: string, path: string, body?: string): Promise<TestAnswer> =>
    api.send(method, path, body === undefined ? {} : { body, headers: yaml });
  return {
    at,
    branchAt,
    put: (namespace: string, body: string) => send('PUT', at(namespace, '/ontology.yaml'), body),
    get: (namespace: string) => send('GET', at(namespace, '/ontology.yaml')),
    cut: (namespace: string, branch: string) => send('PUT', branchAt(namespace, branch)),
    putBranch: (namespace: string, branch: string, body: string) =>
      send('PUT', branchAt(namespace, branch, '/ontology.yaml'), body),
    getBranch: (namespace: string, branch: string) => send('GET', branchAt(namespace, branch)),
    merge: (namespace: string, branch: string) =>
      send('POST', branchAt(namespace, branch, '/merge')),
    changes: (namespace: string, branch: string) =>
      send('GET', branchAt(namespace, branch, '/changes')),
  };
}

/** The branch `work` of a namespace that the key of the organization has changed since it was cut from revision 1. */
export function changedBranch(namespace: string): Record<string, unknown> {
  const principal: unknown = expect.stringMatching(/^api-key:/);
  const instant: unknown = expect.stringMatching(/Z$/);
  return {
    name: 'work',
    title: null,
    author: principal,
    author_name: 'organization',
    created_at: instant,
    updated_at: instant,
    changed_by: principal,
    changed_by_name: 'organization',
    changed_at: instant,
    namespace,
    branch_namespace: `branch-${namespace}-work`,
    base_revision: 1,
    behind_target: false,
    conflicted: false,
    conflicts: [],
    conflict_count: 0,
    conflict_revision: null,
    merged_revision: null,
    status: 'open',
  };
}
