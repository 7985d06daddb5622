import { createStore } from './store.ts';

/** True once a request was refused because the session is over, until somebody signs in again. */
export const sessionEnded = createStore(false);

export function noteSessionEnded(): void {
  sessionEnded.set(true);
}

/** False while the browser says that it has no network. */
export const online = createStore(navigator.onLine);

addEventListener('online', () => online.set(true));
addEventListener('offline', () => online.set(false));

/** True once the server runs another build than the one that this page was loaded from. */
export const hasNewBuild = createStore(false);

let firstBuild: string | undefined;

/** Notes the build that an answer names. */
export function noteBuild(build: string | null): void {
  if (build === null) return;
  firstBuild ??= build;
  if (build !== firstBuild) hasNewBuild.set(true);
}
