/** Maximum difference between a machine's clock and Postgres; a larger one needs an operator. */
export const maxSkewMs = 5_000;

/** A clock difference in readable form; positive when the machine is ahead. */
export function describeSkew(skewMs: number): string {
  return `${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} Postgres`;
}
