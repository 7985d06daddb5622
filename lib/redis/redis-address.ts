/** Parses the address into options, because `duplicate()` of ioredis accepts either an address or options, but not both. */
export function redisAddress(url: string) {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: Number(port || 6379),
    db: Number(pathname.slice(1) || 0),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
}
