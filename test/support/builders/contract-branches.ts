import type { TestAnswer } from '../http/api.ts';
import type { TestApi } from '../http/api.ts';

/** A contract as YAML with a comment and odd spacing, which must survive. */
export const branchText = (
  id: string,
  { version = '1.0.0', status = 'active', more = '' } = {},
): string => `# Kept by hand
apiVersion:   v3.1.0
kind: DataContract
id: ${id}
version: ${version}
status: ${status}
team:
  name: checkout
schema:
  - name: orders
    properties:
      - name: order_id
        logicalType: integer
${more}`;

/** A further property of that contract. */
export const property = (name: string, logicalType = 'string'): string =>
  `      - name: ${name}\n        logicalType: ${logicalType}\n`;

type Options = { key?: string; headers?: Record<string, string> };

/** Requests about branches of data contracts. */
export function contractBranches(api: TestApi) {
  const at = (id: string, name: string, rest = ''): string =>
    `/api/datacontracts/${id}/branches/${encodeURIComponent(name)}${rest}`;
  const yaml = { 'content-type': 'application/yaml' };
  return {
    at,
    store: (id: string, text: string) =>
      api.send('PUT', `/api/datacontracts/${id}`, { headers: yaml, body: text }),
    stored: async (id: string): Promise<string> =>
      (await api.send('GET', `/api/datacontracts/${id}/datacontract.yaml`)).text,
    cut: (id: string, name: string, options: Options = {}): Promise<TestAnswer> =>
      api.send('PUT', at(id, name), options),
    get: (id: string, name: string, options: Options = {}): Promise<TestAnswer> =>
      api.send('GET', at(id, name), options),
    write: (id: string, name: string, text: string, { headers, ...options }: Options = {}) =>
      api.send('PUT', at(id, name, '/datacontract.yaml'), {
        ...options,
        headers: { ...yaml, ...headers },
        body: text,
      }),
    post: (id: string, name: string, action: string, body?: unknown, options: Options = {}) =>
      api.send('POST', at(id, name, `/${action}`), { ...options, body }),
  };
}
