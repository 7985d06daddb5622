/** Explains that Redis with this maxmemory-policy may delete entries of the queues when its memory is full. */
export function describeEviction(policy: string): { found: string; advice: string } {
  return {
    found: `maxmemory-policy is ${policy}: queues can lose entries`,
    advice:
      'Set maxmemory-policy noeviction in redis.conf, or use a Redis that is not shared with a cache.',
  };
}
