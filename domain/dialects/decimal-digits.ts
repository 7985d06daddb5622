type Digits = { precision: number; scale: number };

/** Digits as far as a platform keeps them: those before the point first. */
export function keptDigits(limits: Digits, { precision, scale }: Digits): Digits {
  const before = Math.max(0, precision - scale);
  const kept = Math.max(0, Math.min(scale, limits.scale, limits.precision - before));
  return { precision: Math.min(Math.max(before + kept, 1), limits.precision), scale: kept };
}
