type Cookie = { value: string; path: string };

export type JarAnswer = { status: number; headers: Headers; text: string; json: any };

/** A browser without pages: it keeps cookies by origin and path, and follows redirects if asked. */
export type CookieJar = {
  send: (method: string, url: string, options?: JarOptions) => Promise<JarAnswer>;
  /** Follows redirects until an address begins with `end`, which is not called; returns that address. */
  follow: (url: string, end: string) => Promise<URL>;
  cookieOf: (url: string, name: string) => string | undefined;
};

type JarOptions = { body?: unknown; headers?: Record<string, string> };

/** Sends what pages of this service send with each change. */
export const ownPage = { 'x-requested-with': 'concordat' };

export function createCookieJar(): CookieJar {
  const jars = new Map<string, Map<string, Cookie>>();
  const cookiesOf = (url: URL): [string, string][] =>
    [...(jars.get(url.origin) ?? [])]
      .filter(
        ([, { path }]) =>
          url.pathname === path || url.pathname.startsWith(`${path}/`) || path === '/',
      )
      .map(([name, { value }]) => [name, value]);
  const keep = (url: URL, lines: readonly string[]): void => {
    const jar = jars.get(url.origin) ?? new Map<string, Cookie>();
    jars.set(url.origin, jar);
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', ...value] = pair.split('=');
      const attribute = (of: string) =>
        attributes.find((each) => each.toLowerCase().startsWith(`${of}=`))?.slice(of.length + 1);
      const isGone = attribute('max-age') === '0' || /1970/.test(attribute('expires') ?? '');
      if (isGone) jar.delete(name);
      else jar.set(name, { value: value.join('='), path: attribute('path') ?? '/' });
    }
  };
  const send: CookieJar['send'] = async (method, address, { body, headers = {} } = {}) => {
    const url = new URL(address);
    const cookie = cookiesOf(url).map(([name, value]) => `${name}=${value}`);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    keep(url, response.headers.getSetCookie());
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '') && text !== '';
    const json = isJson ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  };
  const follow: CookieJar['follow'] = async (start, end) => {
    let url = new URL(start);
    for (let steps = 0; steps < 20; steps++) {
      const { status, headers, text } = await send('GET', url.href);
      const location = headers.get('location');
      if (location === null) throw new Error(`${url.href} answered ${status}: ${text}`);
      url = new URL(location, url);
      if (url.href.startsWith(end)) return url;
    }
    throw new Error('too many redirects');
  };
  return {
    send,
    follow,
    cookieOf: (url, name) => cookiesOf(new URL(url)).find(([known]) => known === name)?.[1],
  };
}
