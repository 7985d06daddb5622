import type { Database } from '../db/connect.ts';

/**
 * The database that a command reads from before its slow work. Its other database may be one transaction, which must not begin
 * before that work is done; a repeated attempt reads in that transaction, because it may already hold one of the few connections.
 */
export type Reading = { reading: Database };
