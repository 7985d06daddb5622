/** The code of a sign-in link, which leaves the address at once: it must not stay in the history. */
export function takeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
  if (code !== undefined) {
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  }
  return code;
}
