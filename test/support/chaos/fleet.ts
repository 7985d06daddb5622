import { startDist } from './dist.ts';
import type { DistProcess } from './dist.ts';

export type Role = 'api' | 'worker' | 'clock';

const programs: Record<Role, string> = {
  api: 'api/main.js',
  worker: 'workers/main.js',
  clock: 'workers/clock.js',
};

export type Member = {
  name: string;
  role: Role;
  own: Record<string, string>;
  process: DistProcess;
  startedAt: number;
};

/** Processes as they run in production, from `dist`. */
export type Fleet = {
  members: readonly Member[];
  /** With settings of its own, if need be; a process that is started in its place has them, too. */
  start: (name: string, role: Role, own?: Record<string, string>) => Member;
  /** `kill -9`, and nothing in its place. */
  kill: (member: Member) => Promise<void>;
  /** `kill -9`, and a new process in its place at once. */
  killAndRestart: (member: Member) => Promise<void>;
  /** What all of them have logged, also those that are gone. */
  log: () => string;
  stop: () => Promise<void>;
};

export function createFleet(env: Record<string, string>): Fleet {
  const members: Member[] = [];
  const past: string[] = [];
  let isStopped = false;
  const run = ({ role, own }: Pick<Member, 'role' | 'own'>): DistProcess =>
    startDist(programs[role], { ...env, ...own });
  const remember = ({ name, process }: Member): void =>
    void past.push(`${name}: ${process.output()}`);
  const kill = async ({ process: { child, gone } }: Member): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  return {
    members,
    kill,
    start: (name, role, own = {}) => {
      const member = { name, role, own, process: run({ role, own }), startedAt: Date.now() };
      members.push(member);
      return member;
    },
    killAndRestart: async (member) => {
      await kill(member);
      remember(member);
      // A test that failed goes on killing for a while; what it started then nobody would stop.
      if (isStopped) return;
      member.process = run(member);
      member.startedAt = Date.now();
    },
    log: () =>
      [...past, ...members.map(({ name, process }) => `${name}: ${process.output()}`)].join('\n'),
    stop: async () => {
      isStopped = true;
      for (const { process } of members) process.child.kill('SIGKILL');
      await Promise.all(members.map(({ process }) => process.gone));
    },
  };
}
