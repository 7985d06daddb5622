import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { DeliveryBroken } from '../../../jobs/mail/deliver.ts';
import type { Delivery } from '../../../jobs/mail/deliver.ts';
import { sendOverSmtp } from '../../../jobs/mail/send-over-smtp.ts';
import { headerOf, smtpError, startMailServer } from '../../support/servers/mail-server.ts';
import type { MailServer } from '../../support/servers/mail-server.ts';
import { until } from '../../support/until.ts';

const servers: MailServer[] = [];
async function open(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const mail = {
  from: 'Concordat <concordat@example.com>',
  to: 'ada@example.com',
  messageId: '<1@example.com>',
  subject: 'Provisioning failed',
  text: 'plain\n.\nwords\n',
  html: '<p>words</p>',
};
const quick = {
  connectionTimeout: 300,
  greetingTimeout: 300,
  socketTimeout: 300,
  dnsTimeout: 300,
};
const send = (url: string, change: Partial<typeof mail> = {}, signal?: AbortSignal) =>
  sendOverSmtp(
    url,
    { ...mail, ...change },
    { ...quick, signal: signal ?? new AbortController().signal },
  );

/** The verdict, or for a broken attempt whether it may have arrived. */
async function outcomeOf(sending: Promise<Delivery>): Promise<unknown> {
  try {
    const verdict = await sending;
    return 'sent' in verdict ? 'sent' : verdict;
  } catch (error) {
    if (!(error instanceof DeliveryBroken)) throw error;
    return error.mayHaveArrived ? 'may have arrived' : 'did not arrive';
  }
}

const never = (): void => undefined;
const failed = {
  failed: expect.stringContaining('not so'),
  answer: expect.stringMatching(/^55\d not so/),
};
const no = (code: number) => smtpError(code, 'not so');
/** Cuts the connection before anything is answered. */
const cutting = { server: undefined as MailServer | undefined };
const cut = (): void => cutting.server?.cut();

describe('a mail server', () => {
  it('gets the mail with both texts, and nothing that could be taken for another header', async () => {
    const { url, mails } = await open();
    expect(await send(url)).toEqual({ sent: expect.stringMatching(/^250 /) });
    const [received] = mails;
    expect(received).toMatchObject({
      from: 'concordat@example.com',
      to: ['ada@example.com'],
      messageId: '<1@example.com>',
      subject: 'Provisioning failed',
      text: expect.stringContaining('plain\n.\nwords\n'),
      html: expect.stringContaining('<p>words</p>'),
    });
    const names = received?.headers.map((line) => line.split(':')[0]?.toLowerCase()).sort();
    expect(names).toEqual(
      [
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
        'x-auto-response-suppress',
      ].sort(),
    );
    expect(headerOf(received?.headers ?? [], 'auto-submitted')).toBe('auto-generated');
  });

  it.each([
    ['the connection', { onConnect: (_: unknown, answer: any) => answer(no(554)) }],
    ['the connection for now', { onConnect: (_: unknown, answer: any) => answer(no(421)) }],
    ['the sender', { onMailFrom: (_: unknown, __: unknown, answer: any) => answer(no(550)) }],
    ['the recipient for now', { onRcptTo: (_: any, __: any, answer: any) => answer(no(450)) }],
    ['the message for now', { verdict: () => Promise.resolve(no(452)) }],
  ])('that refuses %s is tried again, and nothing has arrived', async (_, options) => {
    const { url, mails } = await open(options);
    expect(await outcomeOf(send(url))).toBe('did not arrive');
    expect(mails).toEqual([]);
  });

  it.each([
    ['the recipient', { onRcptTo: (_: any, __: any, answer: any) => answer(no(550)) }],
    ['the message', { verdict: () => Promise.resolve(no(554)) }],
  ])('that refuses %s for good is not tried again', async (_, options) => {
    const { url } = await open(options);
    expect(await outcomeOf(send(url))).toEqual(failed);
  });

  it('that refuses the password is tried again: that is the fault of no mail, and the password is hidden', async () => {
    const { url } = await open({
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, answer) => {
        const plain = Buffer.from(`\0${username}\0${password}`).toString('base64');
        answer(smtpError(535, `not so, ${username}: '${password}' (${plain})`));
      },
    });
    const address = url.replace('smtp://', 'smtp://us:hunter%2B2@');
    const error: unknown = await send(address).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      mayHaveArrived: false,
      answer: "535 not so, us: '***' (***)",
      message: expect.stringContaining("not so, us: '***' (***)"),
    });
    const { stack, ...rest } = error as Error;
    expect(stack + JSON.stringify(rest)).not.toContain('hunter');
  });

  it.each([
    ['at its greeting', { onConnect: never }, 'did not arrive'],
    ['at the sender', { onMailFrom: never }, 'did not arrive'],
    ['at the recipient', { onRcptTo: never }, 'did not arrive'],
    [
      'behind the message',
      { verdict: () => Promise.resolve('never' as const) },
      'may have arrived',
    ],
  ])('that hangs %s is left', async (_, options, expected) => {
    const { url } = await open(options);
    expect(await outcomeOf(send(url))).toBe(expected);
  });

  it.each([
    ['at its greeting', { onConnect: cut }, 'did not arrive'],
    ['at the recipient', { onRcptTo: cut }, 'did not arrive'],
    [
      'behind the message',
      {
        verdict: () => {
          cut();
          return Promise.resolve('never' as const);
        },
      },
      'may have arrived',
    ],
  ])('that cuts the connection %s', async (_, options, expected) => {
    cutting.server = await open(options);
    expect(await outcomeOf(send(cutting.server.url))).toBe(expected);
  });

  it('that accepts and then cuts the connection may have the mail', async () => {
    const server = await open({
      verdict: () => {
        setImmediate(() => server.cut());
        return Promise.resolve(undefined);
      },
    });
    expect(['sent', 'may have arrived']).toContain(await outcomeOf(send(server.url)));
    expect(server.mails).toHaveLength(1);
  });

  it('that is not there, or is no mail server, gets nothing', async () => {
    const { url, stop } = await open();
    await stop();
    servers.length = 0;
    expect(await outcomeOf(send(url))).toBe('did not arrive');
    const stranger = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    expect(await outcomeOf(send(`smtp://127.0.0.1:${port}`))).toBe('did not arrive');
    await new Promise((resolve) => stranger.close(resolve));
  });

  it('keeps no connection, and gets a mail once, although the URL asks for a pool', async () => {
    const closed: unknown[] = [];
    const { url, mails } = await open({ onClose: (session) => void closed.push(session.id) });
    const { signal } = new AbortController();
    const patient = { ...quick, socketTimeout: 30_000, signal };
    expect(await outcomeOf(sendOverSmtp(`${url}?pool=true`, mail, patient))).toBe('sent');
    await until('the connection is closed', () => closed.length === 1);
    expect(mails).toHaveLength(1);
  });

  it('is left at once when the work is to stop', async () => {
    const stopping = new AbortController();
    const { url } = await open({ onRcptTo: () => stopping.abort(new Error('stop')) });
    expect(await outcomeOf(send(url, {}, stopping.signal))).toBe('did not arrive');
  });
});

describe('headers', () => {
  it.each([
    'a\r\nBcc: eve@example.com',
    'a\nBcc: eve@example.com\n\nbody',
    'a\r\n\r\n<script>',
    'a\u2028Bcc: eve@example.com',
    'a\u0000b',
    '=?utf-8?Q?a=0D=0ABcc:_eve@example.com?=',
    `${'ä'.repeat(400)}\r\nBcc: eve@example.com`,
  ])('are not made by the subject %j', async (subject) => {
    const { url, mails } = await open();
    expect(await outcomeOf(send(url, { subject }))).toBe('sent');
    expect(mails[0]?.to).toEqual(['ada@example.com']);
    expect(mails[0]?.headers.map((line) => line.split(':')[0])).not.toContain('Bcc');
  });

  it('are not made by the recipient', async () => {
    const { url, mails } = await open();
    for (const to of [
      'a@example.com\r\nBcc: eve@example.com',
      'a@example.com, eve@example.com',
      '',
    ])
      await outcomeOf(send(url, { to }));
    for (const { to, headers } of mails) {
      expect(to).toEqual(['a@example.com']);
      expect(headers.map((line) => line.split(':')[0])).not.toContain('Bcc');
    }
  });
});
