/** Digits of decimals whose contract gives none, where a platform or format needs them: those of BigQuery's NUMERIC. */
export const assumedDigits = { precision: 38, scale: 9 } as const;
