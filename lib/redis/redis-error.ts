/** True if the message reports an answer that is not of Redis, such as that of a web server; ioredis calls it an error of its own. */
export function speaksNoRedis(message: string): boolean {
  return message.includes('Unknown RESP type');
}

/** The message of an error of a connection to the Redis at `url`, for a log. */
export function describeRedisError({ message }: Error, url: string): string {
  if (!speaksNoRedis(message)) return message;
  const { protocol, host } = new URL(url);
  return `REDIS_URL ${protocol}//${host}: the server does not speak Redis`;
}
