const maxLength = 2_000;
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Schemes whose addresses a browser would run or show itself, instead of giving the code to a program. */
const refusedSchemes: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'ftp:',
  'javascript:',
  'vbscript:',
  'ws:',
  'wss:',
]);

/** What is wrong with a redirect URI of a client; undefined if it can be registered. */
export function redirectUriProblem(text: string): string | undefined {
  if (text.length > maxLength) return `is longer than ${maxLength} characters`;
  if (!URL.canParse(text)) return 'is no absolute URI';
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== '' || text.endsWith('#')) return 'has a fragment';
  if (username !== '' || password !== '') return 'has a user name or a password';
  if (refusedSchemes.has(protocol)) return `has the scheme ${protocol.slice(0, -1)}`;
  if (protocol === 'http:' && !loopback.has(hostname))
    return 'uses http: only https, http on the loopback interface, or a scheme of the program is possible';
  return undefined;
}

/** True if the client registered this address. Programs may listen on another port of the loopback interface (RFC 8252 §7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return registered.some((known) => known === uri || withoutPort(known) === withoutPort(uri));
}

function withoutPort(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.protocol !== 'http:' || !loopback.has(url.hostname)) return text;
  url.port = '';
  return url.href;
}
