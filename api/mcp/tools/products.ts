import { Type } from '@sinclair/typebox';
import { missing, path } from '../catalog-reader.ts';
import type { Catalog } from '../catalog-reader.ts';
import { termsIdOf, termsOf } from '../../../lib/contract-terms.ts';
import { defineTool, ids } from '../tool.ts';

type Port = { id?: string; name?: string };
type Product = { outputPorts?: Port[] | null };
type AccessStatus = {
  dataContractId?: string;
  accessLifecycleStatus?: string;
  canRequestAccess: boolean;
  canRequestAccessReason: string;
};

const product = defineTool({
  name: 'get_data_product',
  title: 'Read a data product',
  description:
    'Reads a data product: its purpose, owner, and output ports, over which its data is used. Each output port names its data contract. To learn whether the person may use a port, call get_output_port.',
  effect: 'reads',
  input: Type.Object({ dataProductId: ids.dataProductId }),
  run: ({ dataProductId }, { get }) => get(path`/api/dataproducts/${dataProductId}`),
});

/** An output port with its contract, the terms of that contract, and the access of the person. */
export async function readPort(
  { get }: Catalog,
  {
    dataProductId,
    outputPortId,
    teamId,
  }: Record<'dataProductId' | 'outputPortId', string> & {
    teamId?: string | undefined;
  },
) {
  const of = path`/api/dataproducts/${dataProductId}`;
  const [{ outputPorts }, access] = await Promise.all([
    get<Product>(of),
    get<AccessStatus>(`${of}${path`/outputports/${outputPortId}/access-status`}`, { teamId }),
  ]);
  const isAsked = ({ id, name }: Port): boolean => id === outputPortId || name === outputPortId;
  const contractId = access.dataContractId;
  const contract = await (contractId === undefined
    ? {}
    : get<Record<string, unknown>>(path`/api/datacontracts/${contractId}`));
  const terms = termsOf(contract);
  return { port: outputPorts?.find(isAsked), access, contractId, terms };
}

const port = defineTool({
  name: 'get_output_port',
  title: 'Read an output port, and whether it may be used',
  description:
    'Reads an output port of a data product: how its data is reached, which data contract describes its tables, whether the person may use it now (mayUse), whether they can request access, and the terms of use that they must accept first. Answers "may I use this data?". To ask for access, call request_access.',
  effect: 'reads',
  input: Type.Object({
    dataProductId: ids.dataProductId,
    outputPortId: ids.outputPortId,
    teamId: Type.Optional(
      Type.String({ description: 'Asks for this team instead of the person alone' }),
    ),
  }),
  run: async (asked, catalog) => {
    const { port: found, access, contractId, terms } = await readPort(catalog, asked);
    return {
      mayUse: access.accessLifecycleStatus === 'active',
      access,
      termsOfUse: terms,
      termsId: termsIdOf(terms),
      dataContractId: contractId,
      outputPort: found,
    };
  },
});

const maxRows = 20;

type ExampleData = {
  id: string;
  outputPortId?: string | null;
  schemaName?: string | null;
  data: unknown;
};

const exampleData = defineTool({
  name: 'get_example_data',
  title: 'Read example rows of a data product',
  description:
    'Reads example rows that the provider published for a data product: invented or harmless rows that show what the data looks like. They are not the data itself.',
  effect: 'reads',
  input: Type.Object({
    dataProductId: ids.dataProductId,
    outputPortId: Type.Optional(ids.outputPortId),
  }),
  run: async ({ dataProductId, outputPortId }, { get }) => {
    const asked = { dataProductId, outputPortId, size: maxRows };
    const entries: ExampleData[] = await get('/api/example-data', asked);
    return entries.map(({ data, ...entry }) =>
      Array.isArray(data)
        ? { ...entry, rows: data.length, data: data.slice(0, maxRows) }
        : { ...entry, data },
    );
  },
});

const lineage = defineTool({
  name: 'get_lineage',
  title: 'Read where data comes from and goes to',
  description:
    'Reads the lineage of a data product or of an asset: what it is made of (upstream), and what is made of it (downstream).',
  effect: 'reads',
  input: Type.Object({
    dataProductId: Type.Optional(ids.dataProductId),
    assetId: Type.Optional(
      Type.String({ description: 'Id of an asset, in place of a data product' }),
    ),
    depth: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 5, description: 'Steps in both directions' }),
    ),
  }),
  run: ({ dataProductId, assetId, depth }, { get }) => {
    if (assetId !== undefined) return get(path`/api/assets/${assetId}/lineage`, { depth });
    const id = dataProductId ?? missing('dataProductId or assetId');
    return get(path`/api/dataproducts/${id}/lineage`, { depth });
  },
});

/** Tools that read data products. */
export const productTools = [product, port, exampleData, lineage];
