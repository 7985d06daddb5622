/** That a data product, or one of its output ports, uses an asset. */
export type AssetAssignment = { dataProductId: string; outputPortId: string | undefined };

/** How messages name what an asset is assigned to. */
export function describeAssignment({ dataProductId, outputPortId }: AssetAssignment): string {
  const product = `data product '${dataProductId}'`;
  return outputPortId === undefined ? product : `output port '${outputPortId}' of ${product}`;
}
