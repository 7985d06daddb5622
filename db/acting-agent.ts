import { AsyncLocalStorage } from 'node:async_hooks';

const agents = new AsyncLocalStorage<string>();

/**
 * Runs a request of an agent: every event that it records names the agent. The name is kept beside the calls and not in their
 * parameters, so that no command can forget to pass it on.
 */
export function asAgent<T>(agent: string, run: () => Promise<T>): Promise<T> {
  return agents.run(agent, run);
}

/** The agent of the current request; undefined for requests of people and programs. */
export function actingAgent(): string | undefined {
  return agents.getStore();
}
