import type { Column } from './columns.ts';

/** What tables of accesses show. */
export const accessColumns: readonly Column[] = [
  { head: 'ID', of: 'id' },
  { head: 'PRODUCT', of: 'provider.dataProductId' },
  { head: 'PORT', of: 'provider.outputPortId' },
  {
    head: 'CONSUMER',
    of: ({ consumer }) => {
      const { teamId, userId, dataProductId } = Object(consumer) as Record<string, unknown>;
      return dataProductId ?? userId ?? teamId;
    },
  },
  {
    head: 'STATE',
    of: 'lifecycle',
    color: (text) => (text === 'active' ? 'green' : text === 'requested' ? 'yellow' : undefined),
  },
  { head: 'ENDS', of: 'info.endDate' },
  { head: 'PURPOSE', of: 'info.purpose' },
];
