type CustomScalar = { description: string; url?: string };

const customScalars = {
  BigInt: { description: 'An integer beyond 32 bits' },
  Bytes: {
    description: 'Bytes as Base64 text',
    url: 'https://datatracker.ietf.org/doc/html/rfc4648#section-4',
  },
  Date: {
    description: 'A date as YYYY-MM-DD',
    url: 'https://scalars.graphql.org/andimarek/local-date.html',
  },
  DateTime: {
    description: 'A moment as YYYY-MM-DDThh:mm:ssZ, or with an offset',
    url: 'https://scalars.graphql.org/andimarek/date-time.html',
  },
  Decimal: { description: 'A decimal number as text, with all its digits' },
  JSON: {
    description: 'Any JSON value',
    url: 'https://datatracker.ietf.org/doc/html/rfc8259',
  },
  LocalDateTime: { description: 'A date and time without a zone, as YYYY-MM-DDThh:mm:ss' },
  Time: { description: 'A time as hh:mm:ss' },
  UUID: {
    description: 'A UUID as text',
    url: 'https://datatracker.ietf.org/doc/html/rfc4122',
  },
} satisfies Record<string, CustomScalar>;

export type ScalarName = keyof typeof customScalars;

/** Names that no type of a contract may have. */
export const scalarNames = Object.keys(customScalars);

/** Declarations of the scalars that are used. */
export function scalarLines(used: ReadonlySet<ScalarName>): string[] {
  return [...used].sort().flatMap((name) => {
    const { description, url }: CustomScalar = customScalars[name];
    const specified = url === undefined ? '' : ` @specifiedBy(url: "${url}")`;
    return ['', `"${description}"`, `scalar ${name}${specified}`];
  });
}
