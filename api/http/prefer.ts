/** The client's preference about waiting (RFC 7240): `respond-async`, or at most `wait=N` seconds. */
export type Preference = { respondAsync: boolean; waitSeconds: number | undefined };

/** Reads the Prefer header; unknown preferences are ignored, as the RFC requires. */
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
