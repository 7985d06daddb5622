import { signalArrives } from '../../../db/server-facts.ts';
import { explainDatabaseFailure } from '../../database-failure.ts';
import { messageOf } from '../../problem.ts';
import { failed, ok } from '../check.ts';
import type { Check, Patient } from '../check.ts';

const arrivesWithinMs = 2_000;

function listenUrlOf({ config, databaseUrl = '' }: Patient): string {
  return config.databaseListenUrl ?? databaseUrl;
}

/** LISTEN and NOTIFY pass between two connections, as they do not through a transaction pooler. */
export const signals: Check = {
  name: 'signals',
  needs: ['database'],
  settings: ['DATABASE_LISTEN_URL'],
  run: async (patient) => {
    const { databaseUrl: url = '', config } = patient;
    const isOwn = config.databaseListenUrl !== undefined;
    try {
      const listenUrl = listenUrlOf(patient);
      if (await signalArrives({ url, listenUrl }, arrivesWithinMs)) return ok('NOTIFY arrives');
    } catch (error) {
      const words = explainDatabaseFailure(error)?.found ?? messageOf(error);
      return failed(
        `listening does not work: ${words.replaceAll('DATABASE_URL', isOwn ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL')}`,
        'DATABASE_LISTEN_URL must lead directly to the Postgres and the database of DATABASE_URL.',
      );
    }
    return failed(
      `a NOTIFY did not arrive within ${arrivesWithinMs / 1000} s`,
      isOwn
        ? 'DATABASE_LISTEN_URL must lead directly to the same server and database as DATABASE_URL: correct it.'
        : 'DATABASE_URL seems to lead through a transaction pooler: set DATABASE_LISTEN_URL to an address past it.',
    );
  },
};
