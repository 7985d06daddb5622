import { pino } from 'pino';

import { connectDatabase } from '../../db/connect.ts';
import type { Db } from '../../db/connect.ts';

/** Runs one query over a new connection with the usual limits, and closes it. */
export async function onDatabase<T>(url: string, ask: (db: Db) => Promise<T>): Promise<T> {
  const database = connectDatabase({
    url,
    poolMax: 1,
    applicationName: 'concordat doctor',
    log: pino({ level: 'silent' }),
  });
  try {
    return await ask(database.knex);
  } finally {
    await database.close();
  }
}
