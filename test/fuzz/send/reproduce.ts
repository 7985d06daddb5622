import fs from 'node:fs';
import path from 'node:path';
import type { FuzzRequest, PrincipalName } from '../generate/request.ts';
import { headOf, toWire } from './wire.ts';
import type { Receiver } from './wire.ts';

const maxInlineBytes = 3_000;
const requestId = 'fuzz';

/** A shell command that sends the request again; credentials are variables, long bodies files in `folder`. */
export function toShellLine(request: FuzzRequest, receiver: Receiver, folder: string): string {
  const isPlain = request.ending.kind !== 'left' && /^(length|none|chunked)$/.test(request.framing);
  const line = isPlain ? curlLine(request, receiver, folder) : nodeLine(request, receiver, folder);
  return withoutCredentials(line, receiver);
}

function curlLine(request: FuzzRequest, receiver: Receiver, folder: string): string {
  const { requestLine, headers, body } = toWire(request, receiver, requestId);
  const [method = 'GET', target = '/'] = requestLine.split(' ');
  const skipped = /^(host|connection|x-request-id|content-length|transfer-encoding)$/i;
  const words = ['curl', '-sgi', '--path-as-is', '-X', method];
  for (const [name, value] of headers) {
    if (!skipped.test(name))
      words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (request.framing === 'chunked') words.push('-H', quote('Transfer-Encoding: chunked'));
  if (request.framing !== 'none') words.push('--data-binary', bodyWord(request, body, folder));
  words.push(`"$API"${quote(target)}`);
  return words.join(' ');
}

function bodyWord(request: FuzzRequest, body: Buffer, folder: string): string {
  if (body.length <= maxInlineBytes && !body.includes(0)) return quote(body.toString('latin1'));
  return `@${keepBody(request, body, folder)}`;
}

function keepBody(request: FuzzRequest, body: Buffer, folder: string): string {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `request-${request.index}.body`);
  fs.writeFileSync(file, body);
  return path.relative(process.cwd(), file);
}

/** Command for Node.js, because curl cannot send part of a request and then disconnect. */
function nodeLine(request: FuzzRequest, receiver: Receiver, folder: string): string {
  const wire = toWire(request, receiver, requestId);
  const head = headOf(wire);
  const { ending } = request;
  const part = ending.kind === 'left' ? ending.after : 1;
  const length = part === 0 ? 0 : Math.floor(wire.framed.length * part);
  const shownHead = part === 0 ? head.subarray(0, head.length >> 1) : head;
  const how = ending.kind === 'left' ? ending.how : 'half-close';
  const leave = { reset: 's.resetAndDestroy()', close: 's.destroy()', 'half-close': 's.end()' }[
    how
  ];
  const body =
    length > maxInlineBytes
      ? `fs.readFileSync("${keepBody(request, wire.framed.subarray(0, length), folder)}")`
      : `Buffer.from("${wire.framed.subarray(0, length).toString('base64')}","base64")`;
  const sent = `Buffer.concat([Buffer.from(${asciiJson(shownHead)},"latin1"),${body}])`;
  const code = `const s=net.connect(new URL(process.env.API).port,"127.0.0.1");s.on("error",()=>{});s.pipe(process.stdout);s.write(${sent},()=>setTimeout(()=>${leave},10))`;
  return `node -e ${quote(code)}`;
}

/** Bytes as a JavaScript text in ASCII. */
function asciiJson(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1')).replaceAll(
    /[\u007f-\u00ff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A text as one word of bash; bytes other than printable ASCII are escaped. */
function quote(text: string): string {
  if (/^[\u0020-\u007e]*$/.test(text) && !text.includes("'")) return `'${text}'`;
  const escaped = text.split('').map((character) => {
    const code = character.charCodeAt(0);
    if (character === "'" || character === '\\') return `\\${character}`;
    const isPlain = code >= 0x20 && code < 0x7f;
    return isPlain ? character : `\\x${code.toString(16).padStart(2, '0')}`;
  });
  return `$'${escaped.join('')}'`;
}

/** Keys in a report stay valid while the servers run, and names are more informative. */
function withoutCredentials(line: string, { credentials }: Receiver): string {
  let shown = line;
  for (const [name, headers] of Object.entries(credentials)) {
    for (const [header, value] of headers) {
      const secret =
        header === 'Cookie' ? value.split('=').slice(1).join('=') : value.split(' ').at(-1);
      if (secret && secret.length > 20)
        shown = shown.replaceAll(secret, variableOf(name as PrincipalName));
    }
  }
  return shown;
}

/** Bash does not expand variables in single quotes, so the quoted word is closed and opened again. */
const variableOf = (name: PrincipalName): string =>
  `'"$${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}"'`;
