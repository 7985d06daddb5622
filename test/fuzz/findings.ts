/** A violation of the rules for servers, whatever the request. */
export type Finding = {
  kind:
    | 'server error'
    | 'unavailable'
    | 'death'
    | 'hang'
    | 'retried'
    | 'stall'
    | 'dropped'
    | 'memory';
  /** Findings with the same signature are counted, not listed. */
  signature: string;
  operation: string;
  /** The request or file that caused it; undefined when several ran. */
  index: number | undefined;
  /** Details from the server: location in the code, message, figures. */
  detail: string;
  /** Shell commands that reproduce it, and the certainty. */
  reproduction: readonly string[];
  times: number;
};

export type Findings = {
  /** Records a finding; true when it is the first with its signature. */
  add: (finding: Omit<Finding, 'times' | 'reproduction'>) => boolean;
  /** Stores how to reproduce a finding. */
  reproduce: (signature: string, lines: readonly string[]) => void;
  /** Removes a finding that was not confirmed. */
  remove: (signature: string) => void;
  all: () => readonly Finding[];
};

export function createFindings(say: (line: string) => void): Findings {
  const bySignature = new Map<string, Finding>();
  return {
    add: (finding) => {
      const known = bySignature.get(finding.signature);
      if (known) {
        known.times += 1;
        return false;
      }
      bySignature.set(finding.signature, { ...finding, times: 1, reproduction: [] });
      // Not announced yet: concurrent requests can cause slowness, so slow requests are repeated alone first.
      if (finding.kind === 'hang' || finding.kind === 'stall') return true;
      say(
        `found: ${finding.kind} ${finding.operation} (${finding.index ?? 'several'}) ${finding.detail}`,
      );
      return true;
    },
    reproduce: (signature, lines) => {
      const known = bySignature.get(signature);
      if (known) known.reproduction = lines;
    },
    remove: (signature) => void bySignature.delete(signature),
    all: () => [...bySignature.values()],
  };
}
