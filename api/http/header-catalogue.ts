import { gitHeaders } from './git-headers.ts';

type Described = { readonly name: string; readonly description: string; readonly example: string };

/** Request headers that a route can take, besides those of credentials and of HTTP itself. */
export const requestHeaders = {
  'if-match': {
    name: 'If-Match',
    description: 'ETag of the resource as you read it; 412 if it has changed since',
    example: '"3"',
  },
  'if-none-match': {
    name: 'If-None-Match',
    description: 'ETag of the answer that you have; 304 if it is still current',
    example: '"3"',
  },
  'idempotency-key': {
    name: 'Idempotency-Key',
    description:
      'Makes a repetition safe: for a day, the same request with the same key gets the first answer. At most 255 characters',
    example: 'build-4711',
  },
  prefer: {
    name: 'Prefer',
    description: '`respond-async` answers 202 at once, `wait=10` after 10 seconds at the latest',
    example: 'respond-async',
  },
  ...gitHeaders,
  'last-event-id': {
    name: 'Last-Event-ID',
    description: 'Id of the last event that you received; the answer continues after it',
    example: '01890a5d-ac96-774b-bcce-b302099a8057',
  },
  range: {
    name: 'Range',
    description: 'One range of bytes; the answer is 206 with this range, or 416',
    example: 'bytes=0-1023',
  },
  'if-range': {
    name: 'If-Range',
    description: 'ETag of the file that you read; if the file has changed, all of it is answered',
    example: '"9f86d081"',
  },
  'mcp-protocol-version': {
    name: 'MCP-Protocol-Version',
    description: 'Version of the Model Context Protocol that the client and the server agreed on',
    example: '2025-11-25',
  },
  'x-requested-with': {
    name: 'X-Requested-With',
    description: 'Shows that the request comes from a page of this service',
    example: 'concordat',
  },
} as const satisfies Record<string, Described>;

export type RequestHeader = keyof typeof requestHeaders;

/** Response headers that routes declare; `identify` adds x-request-id and the security headers to every answer. */
export const responseHeaders = {
  etag: {
    name: 'ETag',
    description: 'Entity tag of the answered representation, for If-Match and If-None-Match',
    example: '"3"',
  },
  location: {
    name: 'Location',
    description: 'Path of the created resource or of the running work',
    example: '/api/test-runs/01890a5d-ac96-774b-bcce-b302099a8057',
  },
  'content-location': {
    name: 'Content-Location',
    description: 'Path of the work whose result this is',
    example: '/api/test-runs/01890a5d-ac96-774b-bcce-b302099a8057',
  },
  'location-html': {
    name: 'location-html',
    description: 'Address of the web page of the resource',
    example: 'https://concordat.example.com/datacontracts/orders',
  },
  link: {
    name: 'Link',
    description: 'Address of the next page, if there is one',
    example: '<https://concordat.example.com/api/teams?size=10&after=checkout>; rel="next"',
  },
  'x-total-count': {
    name: 'X-Total-Count',
    description: 'Number of all matching entries, with count=true',
    example: '42',
  },
  'x-contract-change': {
    name: 'X-Contract-Change',
    description: 'How far the change reaches: patch, minor or major',
    example: 'minor',
  },
  'x-catalog-warnings': {
    name: 'X-Catalog-Warnings',
    description: 'What the client should know although the request succeeded',
    example: "Stored without effect: 'colour'",
  },
  'x-events-truncated': {
    name: 'X-Events-Truncated',
    description: '`true` if events after the last handled one are no longer kept',
    example: 'true',
  },
  'x-schema-version': {
    name: 'X-Schema-Version',
    description: 'Version of the standard whose schema this is',
    example: '3.1.0',
  },
  'retry-after': {
    name: 'Retry-After',
    description: 'Seconds after which to ask again',
    example: '2',
  },
  deprecation: {
    name: 'Deprecation',
    description: 'Time since which the route or the format is deprecated (RFC 9745)',
    example: '@1784851200',
  },
  sunset: {
    name: 'Sunset',
    description: 'Time at which the route or the format ends (RFC 8594)',
    example: 'Fri, 31 Dec 2027 23:59:59 GMT',
  },
  vary: {
    name: 'Vary',
    description: 'Request headers that decide what is answered',
    example: 'accept',
  },
  'set-cookie': {
    name: 'Set-Cookie',
    description: 'Cookie of the session',
    example: 'concordat_session=…; HttpOnly; SameSite=Lax',
  },
  'www-authenticate': {
    name: 'WWW-Authenticate',
    description: 'Kind of the missing credential',
    example: 'Bearer',
  },
  'accept-ranges': {
    name: 'Accept-Ranges',
    description: 'The file can be read in ranges of bytes',
    example: 'bytes',
  },
  'content-range': {
    name: 'Content-Range',
    description: 'The answered range of bytes, and the size of the file',
    example: 'bytes 0-1023/146515',
  },
  'content-disposition': {
    name: 'Content-Disposition',
    description: 'Name of the file',
    example: 'attachment; filename="house.jpg"',
  },
} as const satisfies Record<string, Described>;

export type ResponseHeader = keyof typeof responseHeaders;
