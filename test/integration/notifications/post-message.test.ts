import { DeliveryBroken } from '../../../jobs/mail/deliver.ts';
import { postMessage } from '../../../jobs/mail/post-message.ts';
import type { PostLimits } from '../../../jobs/mail/post-message.ts';
import { systemClock } from '../../../lib/clock.ts';
import { startChatServer } from '../../support/builders/notifications.ts';
import type { ChatServer } from '../../support/builders/notifications.ts';

let chat: ChatServer;
beforeEach(async () => {
  chat = await startChatServer();
});
afterEach(() => chat.stop());

const send = (url: string, change: Partial<PostLimits> = {}) =>
  postMessage(url, '{}', {
    allowedHosts: ['127.0.0.1'],
    signal: new AbortController().signal,
    clock: systemClock,
    ...change,
  });
const brokenBy = async (url: string, change: Partial<PostLimits> = {}) => {
  const error: unknown = await send(url, change).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DeliveryBroken);
  return error as DeliveryBroken;
};

describe('a chat', () => {
  it('that is not reached has nothing', async () => {
    const encrypted = chat.endpoint('secret').replace('http:', 'https:');
    for (const url of [encrypted, 'http://127.0.0.1:1/secret', 'https://none.invalid/secret']) {
      const { message, mayHaveArrived } = await brokenBy(url);
      expect([url, mayHaveArrived]).toEqual([url, false]);
      expect(message).not.toContain('secret');
    }
  });

  it('that hangs or hangs up may have it', async () => {
    chat.answer = ({ socket }) => void socket;
    const { message, mayHaveArrived } = await brokenBy(chat.endpoint('x'), { timeoutMs: 1_000 });
    expect([message, mayHaveArrived]).toEqual(['127.0.0.1: no answer within 1 s', true]);
    chat.answer = ({ socket }) => void socket.destroy();
    expect(await brokenBy(chat.endpoint('x'))).toMatchObject({ mayHaveArrived: true });
  });

  it('has ten seconds to answer', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    expect(await send(chat.endpoint('x'))).toEqual({ sent: expect.stringMatching(/^200/) });
    const longest = Math.max(...timers.mock.calls.map(([, ms]) => ms ?? 0));
    timers.mockRestore();
    expect([longest > 5_000, longest <= 10_000]).toEqual([true, true]);
  });

  it.each([
    [429, '120', 120_000],
    [503, '120', 120_000],
    [429, '86400', 3_600_000],
    [500, '120', 0],
    [429, 'soon', 0],
  ])('that answers %i and Retry-After: %s gets it %i ms later', async (code, header, waitMs) => {
    chat.answer = (_, response) => response.writeHead(code, { 'retry-after': header }).end();
    expect(await brokenBy(chat.endpoint('x'))).toMatchObject({ waitMs, mayHaveArrived: false });
  });
});
