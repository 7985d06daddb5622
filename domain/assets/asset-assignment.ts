/** Use of an asset by a data product, or by one of its output ports. */
export type AssetAssignment = { dataProductId: string; outputPortId: string | undefined };

/** The name of an assignment's target in messages. */
export function describeAssignment({ dataProductId, outputPortId }: AssetAssignment): string {
  const product = `data product '${dataProductId}'`;
  return outputPortId === undefined ? product : `output port '${outputPortId}' of ${product}`;
}
