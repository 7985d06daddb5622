/** True for the messaging API, which has its own error format and OpenAPI description. */
export function isMessagingPath(path: string): boolean {
  return path.startsWith('/v1/') || path === '/v1';
}

/** True for the SCIM interface, whose errors have the format of its standard. */
export function isScimPath(path: string): boolean {
  return path.startsWith('/api/scim/');
}

/** True for the endpoints of OAuth, whose errors have the format of its standard. */
export function isOauthPath(path: string): boolean {
  return path.startsWith('/oauth/');
}

/** True for paths of the two APIs; a path that begins with an organization's name is a web page. */
export function isApiPath(path: string): boolean {
  return path.startsWith('/api/') || isMessagingPath(path);
}

/** Path of the MCP server. */
export const mcpPath = '/mcp';

/** Path of the description from which its clients learn where to sign in (RFC 9728). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp';
