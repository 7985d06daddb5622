/** A valid ODCS contract; `change` overrides members. */
export function contract(
  id: string,
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    name: `Contract ${id}`,
    version: '1.0.0',
    status: 'active',
    team: { name: 'checkout' },
    description: { purpose: 'For tests' },
    schema: [
      {
        name: 'orders',
        properties: [
          { name: 'order_id', logicalType: 'integer', primaryKey: true, primaryKeyPosition: 1 },
          { name: 'status', logicalType: 'string', required: true },
        ],
      },
    ],
    ...change,
  };
}

/** A valid ODPS product with an output port for each of the contracts; `change` overrides members. */
export function product(
  id: string,
  contractIds: readonly string[] = [],
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    id,
    name: `Product ${id}`,
    status: 'active',
    team: { name: 'checkout' },
    description: { purpose: 'For tests' },
    outputPorts: contractIds.map((contractId, index) => ({
      name: `port-${index}`,
      version: '1.0.0',
      type: 'postgres',
      contractId,
    })),
    ...change,
  };
}

/** A valid team. */
export function team(id: string, change: Record<string, unknown> = {}): Record<string, unknown> {
  return { id, name: `Team ${id}`, type: 'Team', ...change };
}
