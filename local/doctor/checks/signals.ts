import { signalArrives } from '../../../db/server-facts.ts';
import { explainDatabaseFailure } from '../../servers/database-failure.ts';
import { messageOf } from '../../problem.ts';
import { failed, ok } from '../check.ts';
import type { Check, Installation } from '../check.ts';

const arrivesWithinMs = 2_000;

function listenUrlOf({ config, databaseUrl = '' }: Installation): string {
  return config.databaseListenUrl ?? databaseUrl;
}

/** Checks that LISTEN and NOTIFY work between two connections, which a transaction pooler prevents. */
export const signals: Check = {
  name: 'signals',
  needs: ['database'],
  settings: ['DATABASE_LISTEN_URL'],
  run: async (installation) => {
    const { databaseUrl: url = '', config } = installation;
    const isOwn = config.databaseListenUrl !== undefined;
    try {
      const listenUrl = listenUrlOf(installation);
      if (await signalArrives({ url, listenUrl }, arrivesWithinMs)) return ok('NOTIFY arrives');
    } catch (error) {
      const words = explainDatabaseFailure(error)?.found ?? messageOf(error);
      return failed(
        `listening does not work: ${words.replaceAll('DATABASE_URL', isOwn ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL')}`,
        'DATABASE_LISTEN_URL must connect directly to the Postgres and the database of DATABASE_URL.',
      );
    }
    return failed(
      `a NOTIFY did not arrive within ${arrivesWithinMs / 1000} s`,
      isOwn
        ? 'DATABASE_LISTEN_URL must connect directly to the same server and database as DATABASE_URL: correct it.'
        : 'DATABASE_URL seems to use a transaction pooler: set DATABASE_LISTEN_URL to the address of Postgres itself.',
    );
  },
};
