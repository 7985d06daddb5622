import type { Command } from '../command.ts';
import { readProfiles, writeProfiles } from '../configuration/profiles.ts';

/** `concordat logout`: the key itself stays valid, because other programs may use it. */
export const logout: Command = {
  name: 'logout',
  summary: 'Forget the key of a profile',
  details:
    'The key stays valid on the server. To revoke it, use the page "API keys" or `concordat keys revoke`.',
  options: [{ flags: '--all', help: 'forget all profiles' }],
  examples: ['concordat logout', 'concordat logout --profile production', 'concordat logout --all'],
  run: async ({ flags, texts }, { surroundings }) => {
    const stored = readProfiles(surroundings);
    const name = texts['profile'] ?? stored.current;
    const forgotten = flags['all'] ? Object.keys(stored.profiles) : [name];
    const kept = Object.entries(stored.profiles).filter(([each]) => !forgotten.includes(each));
    const removed = Object.keys(stored.profiles).filter((each) => forgotten.includes(each));
    if (removed.length === 0)
      return { value: { forgotten: removed }, text: `There is no profile '${name}'.` };
    const [next = 'default'] = kept.map(([each]) => each);
    const current = forgotten.includes(stored.current) ? next : stored.current;
    writeProfiles(surroundings, { current, profiles: Object.fromEntries(kept) });
    const isOther = current !== stored.current && kept.length > 0;
    const used = isOther ? ` Commands use the profile ${current} now.` : '';
    const text = `Forgot ${removed.join(', ')}.${used}`;
    const note = 'Keys stay valid: delete them on the page "API keys".';
    return { value: { forgotten: removed }, text, note };
  },
};
