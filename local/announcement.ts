/** Facts for the block at the end of a start. */
export type Announcement = {
  address: string;
  /** Signs the local administrator in, once. */
  signInLink: string;
  /** The full text of the key, only if this start created it. */
  createdKey: string | undefined;
  keyIsGiven: boolean;
  organizationId: string;
  dataDir: string;
  postgres: string;
  postgresLocation: string;
  redis: string;
  logs: string;
  seconds: number;
};

/** The one block that bin/start prints when Concordat is ready. */
export function announce(facts: Announcement): string {
  const rows: [string, string][] = [
    ['Sign in', facts.signInLink],
    ['Address', facts.address],
    ['API key', keyLine(facts)],
    ['Organization', facts.organizationId],
    ['Postgres', facts.postgres],
    ['', facts.postgresLocation],
    ['Redis', facts.redis],
    ['Data', facts.dataDir],
    ['Logs', facts.logs],
    ['Stop', `Ctrl-C, or kill ${process.pid}`],
  ];
  const lines = rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `  ${name.padEnd(12)}  ${value}`);
  return ['', `Concordat is ready (${facts.seconds.toFixed(1)} s).`, '', ...lines, ''].join('\n');
}

function keyLine(facts: Announcement): string {
  if (facts.keyIsGiven) return 'the value of BOOTSTRAP_API_KEY';
  if (facts.createdKey !== undefined)
    return `${facts.createdKey}   (shown only this once: keep it)`;
  return 'the one printed at the first start (lost? npm run keys -- create --scope organization)';
}

/** The address without user and password, safe to print. */
export function withoutSecrets(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return 'an address that cannot be read';
  }
}
