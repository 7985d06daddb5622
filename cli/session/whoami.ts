import type { Command } from '../command.ts';
import { describeMe, whoIs } from './me.ts';

/** `concordat whoami`. */
export const whoami: Command = {
  name: 'whoami',
  summary: 'Show who you are for the server',
  examples: ['concordat whoami', 'concordat whoami --profile production --output json'],
  run: async (_, { client, connection }) => {
    const { url, profile, apiKey } = connection();
    const me = await whoIs(client(), apiKey);
    const teams = me.teams.map(({ id, role }) => `${id} (${role})`).join(', ');
    const lines = [describeMe(me), `Address: ${url}`, ...(teams ? [`Teams: ${teams}`] : [])];
    const { principal, name, email, scope, organization } = me;
    const value = { url, profile, principal, name, email, scope, organization, teams: me.teams };
    return { value, text: lines.join('\n') };
  },
};
