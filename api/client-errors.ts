import type { Socket } from 'node:net';
import { newId } from '../lib/ids.ts';
import { isLongUpload } from './long-uploads.ts';

/**
 * What Node's parser refuses gets the same kind of body as everything else. Its time limit for whole requests is not for
 * those that read their body piece by piece, and look at their clients themselves.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isLongUpload(socket)) return;
  const [status, title] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request'];
  const detail = 'The request is no valid HTTP, too large in its headers, or too slow.';
  const code = 'bad_request';
  const requestId = newId();
  const body = JSON.stringify({
    type: `/problems/${code}`,
    title,
    status,
    detail,
    instance: '',
    code,
    message: detail,
    requestId,
  });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
