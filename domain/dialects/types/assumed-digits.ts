/**
 * Digits of decimals without digits in the contract, if a platform or format needs them: those of BigQuery's
 * NUMERIC.
 */
export const assumedDigits = { precision: 38, scale: 9 } as const;
