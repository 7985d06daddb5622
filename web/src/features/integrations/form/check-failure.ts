import { wizardTexts } from '../../../texts/operate/integrations.ts';

type Cause = keyof typeof wizardTexts.checkFailures;

/** What servers and our own guards say, the first that fits. */
const causes: readonly [Cause, RegExp][] = [
  ['host', /\bis not allowed; an operator\b|\bis never contacted\b|\bis in a private network\b/u],
  [
    'credentials',
    /authentication fail|access denied|access ?key ?id|SignatureDoesNotMatch|login failed|unauthori[sz]ed|invalid_(?:client|grant)|(?:incorrect|invalid|rejected|refused|wrong)\b.*\b(?:credentials|key|password|token|username)\b|token is (?:expired|invalid)|\banswered 40[13]\b|role "[^"]*" does not exist/iu,
  ],
  [
    'unreachable',
    /Could not resolve host|ECONN\w+|EHOSTUNREACH|ENETUNREACH|EPIPE|ENOTFOUND|ETIMEDOUT|time(?:d )?-?out|no answer in|connection (?:refused|terminated|reset)|socket hang up/iu,
  ],
];

/** Why a connection test failed, in a line. */
export function checkFailure(message: string | null): string {
  const found = causes.find(([, words]) => words.test(message ?? ''));
  return wizardTexts.checkFailures[found?.[0] ?? 'other'];
}
