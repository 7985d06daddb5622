import {
  checkEventTypes,
  isWantedType,
  withoutTypePrefix,
} from '../../domain/webhooks/event-types.ts';
import { judgeAttempt } from '../../domain/webhooks/judge-attempt.ts';
import {
  makeWebhookSecret,
  readWebhookSecret,
  signWebhook,
} from '../../lib/secrets/webhook-signature.ts';

describe('signatures', () => {
  it('are those of the public libraries', () => {
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      sentAt: new Date(1_614_265_330_999),
      body: '{"test": 2432232314}',
    };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(signWebhook(message, [secret])).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it.each([
    ['whsec_', false],
    ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', false],
    [`whsec_${Buffer.alloc(23).toString('base64')}`, false],
    [`whsec_${Buffer.alloc(24).toString('base64')}`, true],
    [`whsec_${Buffer.alloc(64).toString('base64')}`, true],
    [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
    [`whsec_${'é'.repeat(40)}`, false],
    [`whsec_${Buffer.alloc(32).toString('base64')} `, false],
    [makeWebhookSecret(), true],
  ])('can be made with %s: %s', (secret, isOne) => {
    expect(readWebhookSecret(secret) !== undefined).toBe(isOne);
  });
});

describe('types of events', () => {
  const known = ['TeamCreatedEvent', 'TeamDeletedEvent', 'AccessActivatedEvent'];

  it('are wanted by name, by their beginning, or all', () => {
    const wanted = (...patterns: string[]) => known.filter((type) => isWantedType(patterns, type));
    expect(wanted('*')).toEqual(known);
    expect(wanted('Team*')).toEqual(['TeamCreatedEvent', 'TeamDeletedEvent']);
    expect(wanted('TeamCreatedEvent', 'Acc*')).toEqual([known[0], known[2]]);
    expect(wanted('Team')).toEqual([]);
  });

  it('lose the prefix, and their repetitions', () => {
    expect(withoutTypePrefix(['x.y.A', 'A', 'x.y.*'], 'x.y.')).toEqual(['A', '*']);
  });

  it('that nobody knows are named with the nearest', () => {
    expect(checkEventTypes(['*', 'Team*', known[0] ?? ''], known)).toEqual([]);
    const [first, second] = checkEventTypes(['TeamDeleted', '*Event'], known);
    expect(first?.field).toBe('events[0]');
    expect(first?.message).toContain('the nearest are TeamDeletedEvent');
    expect(second?.field).toBe('events[1]');
  });

  it('that nobody knows take no time for their length, and all are listed when there are many', () => {
    const [long] = checkEventTypes(['TeamDeletedX'.padEnd(5_000_000, 'x')], known);
    expect(long?.message).toContain('the nearest are TeamDeletedEvent');
    const many = checkEventTypes(Array(200).fill('TeamDeleted'), known);
    expect(many.map(({ field }) => field)).toEqual(Array.from(many, (_, n) => `events[${n}]`));
    expect(many).toHaveLength(200);
    expect(many.at(-1)?.message).toBe('is no type of event');
  });
});

describe('an attempt', () => {
  const now = new Date('2026-01-10T12:00:00Z');
  const hour = 3_600_000;
  const judge = (
    result: { status: number; retryAfter?: string } | { error: string },
    { failedForMs = 0, waitMs = 5_000 } = {},
  ) =>
    judgeAttempt(
      'error' in result
        ? { status: undefined, error: result.error }
        : { status: result.status, retryAfter: result.retryAfter, text: '' },
      { firstFailedAt: new Date(now.getTime() - failedForMs), waitMs, now },
    );
  const inMs = (ms: number) => new Date(now.getTime() + ms);

  it.each([200, 201, 202, 204, 299])('that was answered %d has succeeded', (status) => {
    expect(judge({ status }, { failedForMs: 100 * hour })).toEqual({ next: 'delivered' });
  });

  it.each([
    [{ status: 500 }, 'HTTP 500'],
    [{ status: 404 }, 'HTTP 404'],
    [{ status: 199 }, 'HTTP 199'],
    [{ status: 302 }, 'HTTP 302: redirects are not followed, give the address where it leads'],
    [{ error: 'host: no answer within 15 s' }, 'host: no answer within 15 s'],
  ])('that ends with %j is repeated after the back-off', (result, error) => {
    expect(judge(result)).toEqual({ next: 'retry', at: inMs(5_000), error });
  });

  it.each([
    [429, '120', 120_000],
    [503, '120', 120_000],
    [500, '120', 5_000],
    [429, '1', 5_000],
    [429, '86400', hour],
    [503, 'Sat, 10 Jan 2026 12:10:00 GMT', 600_000],
    [503, 'Sat, 10 Jan 2026 11:00:00 GMT', 5_000],
    [503, 'Sat, 10 Jan 2036 11:00:00 GMT', hour],
    [503, 'later', 5_000],
    [503, '-5', 5_000],
  ])('answered %d with Retry-After: %s waits %d ms', (status, retryAfter, waitMs) => {
    expect(judge({ status, retryAfter })).toMatchObject({ next: 'retry', at: inMs(waitMs) });
  });

  it('is the last one three days after the first failure, not before', () => {
    const failedForMs = 71 * hour;
    expect(judge({ status: 500 }, { failedForMs, waitMs: 4 * hour })).toMatchObject({
      next: 'retry',
      at: inMs(hour),
    });
    expect(judge({ status: 500 }, { failedForMs: 72 * hour })).toEqual({
      next: 'stop',
      error: 'HTTP 500',
      reason: 'Failed for three days, most recently with: HTTP 500',
    });
  });

  it('answered 410 is the last one at once', () => {
    expect(judge({ status: 410 })).toMatchObject({ next: 'stop', error: 'HTTP 410' });
  });
});
