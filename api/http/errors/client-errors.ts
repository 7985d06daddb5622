import type { Socket } from 'node:net';
import { newId } from '../../../lib/ids.ts';
import { cutLater } from '../cut-later.ts';
import { isLongUpload } from '../long-uploads.ts';
import { isAnswered } from '../take-rest.ts';

/**
 * Answers errors of Node's HTTP parser with the usual error body. Requests that stream their body are exempt from Node's time
 * limit, because they check their clients themselves.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isLongUpload(socket)) return;
  // A client that does not close its side would otherwise keep the connection open.
  cutLater(socket);
  // A second answer would arrive in the middle of the first one, or as the answer to another request.
  if (isAnswered(socket)) return;
  const [status, title] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request'];
  const detail =
    'The request is not valid HTTP, its headers are too large, or it was sent too slowly.';
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
