import fs from 'node:fs';
import path from 'node:path';

import { sealSecret } from '../../../../lib/secrets/secrets.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { onDatabase, secret, undo } from './planted-servers.ts';
import type { Fault } from './planted-servers.ts';

/** A webhook as a version stored it that did not seal addresses. */
export const unsealedAddress = (api: () => TestApi): Fault => ({
  fault: 'an address from before addresses were sealed',
  check: 'sealing',
  state: 'warning',
  plant: async () => {
    const { url, organizationId } = api();
    await onDatabase(
      url,
      `insert into webhooks (organization_id, id, body, events, enabled, secret, cursor_seq, created_at, updated_at)
        values ('${organizationId}', 'hook', '{"url": "https://x.example/${secret}"}', '{}', false, 'v1.', 0, now(), now())`,
    );
    undo.push(() => onDatabase(url, 'delete from webhooks'));
    return {};
  },
  found: 'one address of webhooks or chats, stored by an earlier version, not sealed yet',
  advice: 'npm run secrets -- rotate',
});

/** The key that has sealed what `plantSealed` plants. */
export const otherKey = 'the key of the other installation';

/** A webhook whose body and secret another key has sealed. */
export async function plantSealed({
  url,
  organizationId,
}: {
  url: string;
  organizationId: string;
}): Promise<void> {
  const at = (column: string) => ['webhooks', organizationId, 'hook', column];
  const body = sealSecret(`{"url": "https://x.example/${secret}"}`, otherKey, at('body'));
  const sealed = sealSecret(secret, otherKey, at('secret'));
  await onDatabase(
    url,
    `insert into webhooks (organization_id, id, body, events, enabled, secret, cursor_seq, created_at, updated_at)
      values ('${organizationId}', 'hook', '${body}', '{}', false, '${sealed}', 0, now(), now())`,
  );
  undo.push(() => onDatabase(url, 'delete from webhooks'));
}

/** What a restore without the key leaves: bin/start makes a new key in the data folder. */
export const unopenedSecret = (api: () => TestApi, folder: string): Fault => ({
  fault: 'credentials that the key of the data folder does not open',
  check: 'sealing',
  plant: async () => {
    await plantSealed(api());
    const file = path.join(folder, 'secret-key');
    fs.writeFileSync(file, 'a new key that has sealed nothing yet');
    undo.push(() => fs.rmSync(file));
    return {};
  },
  found: /^the file .*secret-key does not open 2 stored credentials$/,
  advice: 'Set SECRET_KEY to the key that sealed them',
});

export const withoutKey = (api: () => TestApi): Fault => ({
  fault: 'sealed credentials where no key is set',
  check: 'sealing',
  state: 'warning',
  plant: async () => {
    await plantSealed(api());
    return {};
  },
  found: 'whether 2 stored credentials can be opened is unknown',
  advice: 'Set SECRET_KEY here, too',
});
