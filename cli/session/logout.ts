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
    if (removed.length > 0) {
      const current = forgotten.includes(stored.current)
        ? (kept[0]?.[0] ?? 'default')
        : stored.current;
      writeProfiles(surroundings, { current, profiles: Object.fromEntries(kept) });
    }
    const text =
      removed.length === 0 ? `There is no profile '${name}'.` : `Forgot ${removed.join(', ')}.`;
    return { value: { forgotten: removed }, text };
  },
};
