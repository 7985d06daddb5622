import type { Tx } from '../../db/connect.ts';
export function notifyTeam(_tx: Tx, _notice: object): Promise<{ mails: number; messages: number }> {
  return Promise.resolve({ mails: 0, messages: 0 });
}
