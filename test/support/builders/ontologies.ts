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
