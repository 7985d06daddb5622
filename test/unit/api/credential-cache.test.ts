import { createCredentialCache } from '../../../api/auth/authenticate.ts';
import type { Database } from '../../../db/connect.ts';

type Key = { revoked: boolean };

/** A look-up over one key, whose reads answer when they are let, and the signal that keys changed. */
function slowLookUp() {
  const signal = { keysChanged: (): void => undefined };
  const on = (_channel: string, listener: () => void) => {
    signal.keysChanged = listener;
    return () => undefined;
  };
  const database = { knex: undefined, signals: { on } } as unknown as Database;
  const key = { revoked: false };
  const reads: (() => void)[] = [];
  const find = createCredentialCache<Key>(database, () => {
    const row = { ...key };
    return new Promise((resolve) => reads.push(() => resolve(row)));
  });
  return { find, key, reads, keysChanged: () => signal.keysChanged() };
}

it('a row that was being read when keys changed is not remembered', async () => {
  const { find, key, reads, keysChanged } = slowLookUp();
  const early = find('abc');
  key.revoked = true;
  keysChanged();
  reads[0]?.();
  expect(await early).toEqual({ revoked: false });
  const late = find('abc');
  expect(reads).toHaveLength(2);
  reads[1]?.();
  expect(await late).toEqual({ revoked: true });
  expect(await find('abc')).toEqual({ revoked: true });
  expect(reads).toHaveLength(2);
});

it('what was read is remembered until keys change', async () => {
  const { find, reads, keysChanged } = slowLookUp();
  const first = find('abc');
  reads[0]?.();
  const row = await first;
  expect(await find('abc')).toBe(row);
  expect(reads).toHaveLength(1);
  keysChanged();
  const again = find('abc');
  expect(reads).toHaveLength(2);
  reads[1]?.();
  expect(await again).toEqual(row);
});
