/**
 * A number of rows as the nearest of 1, 2 or 5 times a power of ten. Exact numbers differ from scan to scan, and each would be a
 * change of the asset.
 */
export function roundEstimate(rows: number | undefined): number | undefined {
  if (rows === undefined || !Number.isFinite(rows) || rows < 0) return undefined;
  if (rows < 1) return 0;
  const power = 10 ** Math.floor(Math.log10(rows));
  const digit = [1, 2, 5, 10].find((step) => rows <= step * power * Math.SQRT2) ?? 10;
  return digit * power;
}
