import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';

/** A mail as received by the server. */
export type ReceivedMail = {
  /** Raw text with unfolded headers. */
  headers: string[];
  from: string;
  to: string[];
  messageId: string;
  subject: string;
  text: string;
  html: string;
  raw: string;
};

export type MailServer = {
  url: string;
  /** The accepted mails in order. */
  mails: ReceivedMail[];
  /** Cuts all connections, like a crash. */
  cut: () => void;
  stop: () => Promise<void>;
};

/**
 * Decides about a received mail: undefined accepts it, an error refuses it, and `never` leaves the client without an answer. It
 * may take its time.
 */
export type Verdict = (
  mail: ReceivedMail,
  /** Cuts the connection of the mail. */
  hangUp: () => void,
) => Promise<Error | 'never' | undefined>;

/** A mail server on its own port that accepts every mail by default. */
export async function startMailServer(
  options: SMTPServerOptions & { verdict?: Verdict } = {},
): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const { verdict, ...others } = options;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void (async () => {
          const mail = readMail(Buffer.concat(chunks).toString(), session);
          const judged = await verdict?.(mail, () => cut(session));
          if (judged === 'never') return;
          if (!judged) mails.push(mail);
          answer(judged);
        })();
      });
    },
    ...others,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const cut = (only?: SMTPServerSession): void => {
    const { connections } = server as unknown as { connections: Set<Connection> };
    for (const { session, _socket } of connections) {
      if (only === undefined || session === only) _socket.destroy();
    }
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    cut: () => cut(),
    stop: () => {
      cut();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Connection = { session: SMTPServerSession; _socket: { destroy: () => void } };

/** An error that the server answers with this code. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function readMail(raw: string, { envelope }: SMTPServerSession): ReceivedMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headerOf(headers, 'content-type'))?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).map(split);
  const part = (type: string): string => {
    const found = parts.find((each) => headerOf(each.headers, 'content-type').startsWith(type));
    return found ? decode(found) : '';
  };
  return {
    headers,
    raw,
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    messageId: headerOf(headers, 'message-id'),
    subject: decodeWords(headerOf(headers, 'subject')),
    text: part('text/plain'),
    html: part('text/html'),
  };
}

type Part = { headers: string[]; body: string };

function split(raw: string): Part {
  const [head = '', ...rest] = raw.replace(/^\r\n/, '').split('\r\n\r\n');
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return { headers, body: rest.join('\r\n\r\n') };
}

/** Value of the header with this name in lower case. */
export function headerOf(headers: readonly string[], name: string): string {
  const found = headers.filter((line) => line.toLowerCase().startsWith(`${name}:`));
  if (found.length > 1) throw new Error(`the header ${name} comes ${found.length} times`);
  return found[0]?.slice(name.length + 1).trim() ?? '';
}

function decode({ headers, body }: Part): string {
  const encoding = headerOf(headers, 'content-transfer-encoding');
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? fromQuotedPrintable(body.replaceAll(/=\r\n/g, ''))
        : Buffer.from(body);
  return bytes.toString().replaceAll('\r\n', '\n');
}

function fromQuotedPrintable(text: string): Buffer {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

/** Decodes RFC 2047, as written by nodemailer. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : fromQuotedPrintable(word.replaceAll('_', ' ')).toString('latin1'),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
}
