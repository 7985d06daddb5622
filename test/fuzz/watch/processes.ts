import { untilReady } from '../installation/start-installation.ts';
import type { Installation } from '../installation/start-installation.ts';
import type { Member } from '../../support/chaos/fleet.ts';
import { lastWords } from './failure-location.ts';
import type { FailureLocation } from './failure-location.ts';

export type Death = FailureLocation & { member: string; how: string };

/** Notices when a process dies, and starts another one in its place. */
export type ProcessWatch = {
  /** Resolves once the API is running: at once, or after its restart. */
  alive: () => Promise<void>;
  /** True if a process of this name has died since `time`. */
  diedSince: (name: string, time: number) => boolean;
  /** Ignores deaths from now on, because processes are being stopped. */
  stop: () => void;
};

export function watchProcesses(
  installation: Pick<Installation, 'fleet' | 'address'>,
  onDeath: (death: Death) => void,
): ProcessWatch {
  const { fleet } = installation;
  const lastDeaths = new Map<string, number>();
  let isStopped = false;
  let ready = Promise.resolve();
  const watch = (member: Member): void => {
    const { process } = member;
    const end = async (): Promise<void> => {
      await process.ended;
      if (isStopped) return;
      lastDeaths.set(member.name, Date.now());
      const { exitCode, signalCode } = process.child;
      const how = signalCode ?? `exit code ${exitCode}`;
      const restarted = fleet.killAndRestart(member).then(() => watch(member));
      if (member.role === 'api') ready = restarted.then(() => untilReady(installation));
      onDeath({ member: member.name, how, ...lastWords(process.output()) });
    };
    void end();
  };
  for (const member of fleet.members) watch(member);
  return {
    alive: async () => {
      // The new process may die too while this waits for it.
      for (let seen; seen !== ready;) {
        seen = ready;
        await seen;
      }
    },
    diedSince: (name, time) => (lastDeaths.get(name) ?? 0) >= time,
    stop: () => {
      isStopped = true;
    },
  };
}
