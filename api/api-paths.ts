/** Below `/v1` lies the messaging interface, with errors and a description of its own. */
export function isMessagingPath(path: string): boolean {
  return path.startsWith('/v1/') || path === '/v1';
}

/** Whether the path belongs to an interface for programs; what begins with the name of an organization never does. */
export function isApiPath(path: string): boolean {
  return path.startsWith('/api/') || isMessagingPath(path);
}
