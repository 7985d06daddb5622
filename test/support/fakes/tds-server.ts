import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** The answer to a statement; every value is sent as nvarchar. */
export type TdsTable = {
  columns: readonly string[];
  rows: readonly (readonly (string | null)[])[];
};

export type TdsLogin = { username: string; password: string; database: string };

export type FakeTdsServer = {
  port: number;
  logins: TdsLogin[];
  /** Statements, each with the database of its connection. */
  statements: { database: string; sql: string }[];
  /** Number of cancelled statements. */
  cancellations: () => number;
  connections: () => number;
  stop: () => Promise<void>;
};

export type TdsAnswering = {
  /** The message of a refusal, or undefined. */
  login?: (login: TdsLogin) => string | undefined;
  answer: (sql: string, database: string) => TdsTable | { error: string } | 'silence';
};

const packetTypes = { batch: 0x01, answer: 0x04, attention: 0x06, login: 0x10, prelogin: 0x12 };

/** A server for the part of TDS 7.4 ([MS-TDS]) that a reading client without encryption needs. */
export async function startTdsServer(answering: TdsAnswering): Promise<FakeTdsServer> {
  const sockets = new Set<Socket>();
  const fake = { logins: [] as TdsLogin[], statements: [] as FakeTdsServer['statements'] };
  let cancellations = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let database = '';
    readMessages(socket, (type, payload) => {
      if (type === packetTypes.prelogin) return send(socket, preloginAnswer());
      if (type === packetTypes.login) {
        const login = readLogin(payload);
        fake.logins.push(login);
        database = login.database || 'master';
        const refusal = answering.login?.(login);
        if (refusal === undefined) return send(socket, Buffer.concat([loginAck(), done()]));
        return send(socket, Buffer.concat([errorToken(18_456, refusal), done(0x02)]));
      }
      if (type === packetTypes.attention) {
        cancellations += 1;
        return send(socket, done(0x20));
      }
      const sql = payload.subarray(payload.readUInt32LE(0)).toString('utf16le');
      // Statements that the driver sends at the start.
      if (/^set /i.test(sql.trim())) return send(socket, done());
      fake.statements.push({ database, sql });
      const answer = answering.answer(sql, database);
      if (answer === 'silence') return;
      if ('error' in answer)
        send(socket, Buffer.concat([errorToken(208, answer.error), done(0x02)]));
      else send(socket, tableTokens(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...fake,
    port: (server.address() as AddressInfo).port,
    cancellations: () => cancellations,
    connections: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Assembles the packets of a message; the last packet has the first bit of its status set. */
function readMessages(socket: Socket, take: (type: number, payload: Buffer) => void): void {
  let received = Buffer.alloc(0);
  let message: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 8 && received.length >= received.readUInt16BE(2)) {
      const packet = received.subarray(0, received.readUInt16BE(2));
      received = received.subarray(packet.length);
      message.push(packet.subarray(8));
      if ((packet.readUInt8(1) & 1) === 0) continue;
      take(packet.readUInt8(0), Buffer.concat(message));
      message = [];
    }
  });
}

function send(socket: Socket, payload: Buffer): void {
  for (let from = 0, id = 1; from < payload.length; from += 4000, id++) {
    const part = payload.subarray(from, from + 4000);
    const isLast = from + 4000 >= payload.length;
    const header = Buffer.alloc(8);
    header.writeUInt8(packetTypes.answer, 0);
    header.writeUInt8(isLast ? 1 : 0, 1);
    header.writeUInt16BE(part.length + 8, 2);
    header.writeUInt8(id % 256, 6);
    socket.write(Buffer.concat([header, part]));
  }
}

/** Version 16.0, and that encryption is not supported. */
function preloginAnswer(): Buffer {
  return Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, 2]);
}

function readLogin(payload: Buffer): TdsLogin {
  const at = (offset: number): Buffer =>
    payload.subarray(
      payload.readUInt16LE(offset),
      payload.readUInt16LE(offset) + 2 * payload.readUInt16LE(offset + 2),
    );
  const hidden = at(44).map((byte) => {
    const mixed = byte ^ 0xa5;
    return ((mixed << 4) | (mixed >> 4)) & 0xff;
  });
  return {
    username: at(40).toString('utf16le'),
    password: Buffer.from(hidden).toString('utf16le'),
    database: at(68).toString('utf16le'),
  };
}

/** A text after its length in characters, in one or two bytes. */
function text(value: string, lengthBytes: 1 | 2): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntLE(value.length, 0, lengthBytes);
  return Buffer.concat([length, Buffer.from(value, 'utf16le')]);
}

function token(id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt8(id, 0);
  head.writeUInt16LE(content.length, 1);
  return Buffer.concat([head, content]);
}

function loginAck(): Buffer {
  const version = Buffer.from([1, 0x74, 0, 0, 4]);
  return token(
    0xad,
    Buffer.concat([version, text('Fake SQL Server', 1), Buffer.from([16, 0, 0, 0])]),
  );
}

function errorToken(code: number, message: string): Buffer {
  const number = Buffer.alloc(6);
  number.writeInt32LE(code, 0);
  number.writeUInt8(1, 4);
  number.writeUInt8(14, 5);
  return token(
    0xaa,
    Buffer.concat([number, text(message, 2), text('fake', 1), text('', 1), Buffer.alloc(4)]),
  );
}

function done(status = 0, rows = 0): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt8(0xfd, 0);
  content.writeUInt16LE(status, 1);
  content.writeUInt16LE(0xc1, 3);
  content.writeBigUInt64LE(BigInt(rows), 5);
  return content;
}

function tableTokens({ columns, rows }: TdsTable): Buffer {
  const count = Buffer.alloc(3);
  count.writeUInt8(0x81, 0);
  count.writeUInt16LE(columns.length, 1);
  // User type, flags, nvarchar(4000), collation.
  const type = Buffer.from([0, 0, 0, 0, 9, 0, 0xe7, 0x40, 0x1f, 9, 4, 0xd0, 0, 0x34]);
  const described = columns.map((name) => Buffer.concat([type, text(name, 1)]));
  const written = rows.map((row) => Buffer.concat([Buffer.from([0xd1]), ...row.map(valueOf)]));
  return Buffer.concat([count, ...described, ...written, done(0x10, rows.length)]);
}

function valueOf(value: string | null): Buffer {
  if (value === null) return Buffer.from([0xff, 0xff]);
  const bytes = Buffer.from(value, 'utf16le');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(bytes.length, 0);
  return Buffer.concat([length, bytes]);
}
