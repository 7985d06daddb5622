type Digits = { precision: number; scale: number };

/** Digits that a platform keeps; digits before the decimal point take precedence. */
export function keptDigits(limits: Digits, { precision, scale }: Digits): Digits {
  const before = Math.max(0, precision - scale);
  const kept = Math.max(0, Math.min(scale, limits.scale, limits.precision - before));
  return { precision: Math.min(Math.max(before + kept, 1), limits.precision), scale: kept };
}
