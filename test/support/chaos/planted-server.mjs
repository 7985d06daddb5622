/** A small server with a planted fault on each path, for the test of the fuzzer. */
import http from 'node:http';
import zlib from 'node:zlib';

const held = [];

/** Processor time, not time: on a busy machine both differ much. */
function spin(ms) {
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if (user + system > ms * 1_000) return;
  }
}

const hasLineBreak = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, inside]) => name.includes('\n') || hasLineBreak(inside));

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const answers = {
  '/sound': () => 200,
  '/broken': (text) => (hasLineBreak(parse(text)) ? 500 : 200),
  '/silent': (text) => (text.includes('__proto__') ? undefined : 200),
  '/busy': (text) => {
    if (text.includes('constructor')) spin(700);
    return 200;
  },
  '/leaking': () => {
    held.push(Buffer.alloc(1024 * 1024, 1));
    return 200;
  },
};

const server = http.createServer((request, response) => {
  const path = request.url.split('?')[0];
  const chunks = [];
  let body = request;
  // The error of the unpacker has no listener: it ends the process.
  if (path === '/fatal' && request.headers['content-encoding'] === 'gzip') {
    body = request.pipe(zlib.createGunzip());
  }
  request.on('error', () => {});
  body.on('data', (chunk) => chunks.push(chunk));
  body.on('end', () => {
    const status = (answers[path] ?? (() => 200))(Buffer.concat(chunks).toString());
    if (status === undefined) return;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ detail: 'planted' }));
  });
});
server.on('clientError', (_error, socket) => {
  if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
});
server.listen(Number(process.argv[2]), '127.0.0.1');
