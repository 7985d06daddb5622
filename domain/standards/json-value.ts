/** Reads untrusted JSON: each function returns `undefined` for values of another type. */

export type JsonObject = Record<string, unknown>;

/** The value if it is a JSON object. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** The objects of a list; other entries are left out. */
export function objectsOf(value: unknown): JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.map(objectOf).filter((entry) => entry !== undefined);
}

/** The value if it is a non-empty string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value as a finite number; plain decimal numbers in texts count. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value.trim()))
    return undefined;
  const number = Number(value);
  // `1e999` overflows to infinity, which JSON cannot express.
  return Number.isFinite(number) ? number : undefined;
}

/** The value if it is a string, a finite number or a boolean. */
export function scalarOf(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
