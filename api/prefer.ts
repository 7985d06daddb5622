/** What a client prefers about waiting (RFC 7240): `respond-async`, or at most `wait=N` seconds. */
export type Preference = { respondAsync: boolean; waitSeconds: number | undefined };

/** Reads the header Prefer; what it does not understand it ignores, as the RFC asks. */
export function readPrefer(header: string | undefined): Preference {
  const parts = (header ?? '').split(/[,;]/).map((part) => part.trim().toLowerCase());
  const wait = parts
    .map((part) => /^wait\s*=\s*"?(\d{1,9})"?$/.exec(part)?.[1])
    .find((seconds) => seconds !== undefined);
  return {
    respondAsync: parts.includes('respond-async'),
    waitSeconds: wait === undefined ? undefined : Number(wait),
  };
}
