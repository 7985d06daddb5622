/** One check; `body` is its representation in the API. */
export type TestCheck = {
  type: string;
  result: string;
  model?: string | null | undefined;
  field?: string | null | undefined;
  body: Record<string, unknown>;
};

/** Checks in the form that one statement needs. */
export type StoredChecks = {
  /** A JSON list of the checks without their bodies. */
  checks: string;
  /** The bodies as JSON texts, separated by U+001E, which does not occur in JSON text. */
  checkBodies: string;
};

/** Converts checks to their stored form. */
export function storeChecks(checks: readonly TestCheck[]): StoredChecks {
  return {
    checks: JSON.stringify(
      checks.map(({ type, result, model, field }) => ({ type, result, model, field })),
    ),
    checkBodies: checks.map(({ body }) => JSON.stringify(body)).join('\x1e'),
  };
}
