import type { ConnectorInfo } from '../connector.ts';
import { textMember } from '../server/member.ts';

export const authorizationVariable = 'DATACONTRACT_API_HEADER_AUTHORIZATION';

export const apiAnswer = {
  name: 'api-answer',
  serverTypes: ['api'],
  credentials: [
    { name: authorizationVariable, meaning: 'Header Authorization of the request', secret: true },
  ],
  signIns: [],
  placeIs: 'host, and port when it is not the usual one, of the `location`',
  place(server) {
    const location = textMember(server, 'location') ?? '';
    return URL.canParse(location) ? new URL(location).host : undefined;
  },
  title: 'Answers of HTTP interfaces',
  tested: { live: true, against: 'an HTTP server of the tests' },
} as const satisfies ConnectorInfo;
