import { startDist } from './dist.ts';
import type { DistProcess } from './dist.ts';

export type Role = 'worker' | 'clock';

const programs: Record<Role, string> = { worker: 'workers/main.js', clock: 'workers/clock.js' };

export type Member = { name: string; role: Role; process: DistProcess; startedAt: number };

/** Workers and clocks as they run in production, from `dist`. */
export type Fleet = {
  members: readonly Member[];
  start: (name: string, role: Role) => Member;
  /** `kill -9`, and a new process in its place at once. */
  killAndRestart: (member: Member) => Promise<void>;
  /** What all of them have logged, also those that are gone. */
  log: () => string;
  stop: () => Promise<void>;
};

export function createFleet(env: Record<string, string>): Fleet {
  const members: Member[] = [];
  const past: string[] = [];
  const run = (role: Role): DistProcess => startDist(programs[role], env);
  const remember = ({ name, process }: Member): void =>
    void past.push(`${name}: ${process.output()}`);
  return {
    members,
    start: (name, role) => {
      const member = { name, role, process: run(role), startedAt: Date.now() };
      members.push(member);
      return member;
    },
    killAndRestart: async (member) => {
      const { child, gone } = member.process;
      child.kill('SIGKILL');
      await gone;
      remember(member);
      member.process = run(member.role);
      member.startedAt = Date.now();
    },
    log: () =>
      [...past, ...members.map(({ name, process }) => `${name}: ${process.output()}`)].join('\n'),
    stop: async () => {
      for (const { process } of members) process.child.kill('SIGKILL');
      await Promise.all(members.map(({ process }) => process.gone));
    },
  };
}
