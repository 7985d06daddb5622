import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { isStatus } from '../../api/problem.ts';
import { DeletedNote } from '../../components/states/deleted-note.ts';
import { HelpersNote } from '../../components/states/helpers-note.ts';
import { ErrorState } from '../../components/states/error-state.tsx';
import { Skeleton, SkeletonLines } from '../../components/states/skeleton.tsx';
import { useStore } from '../../lib/store.ts';
import type { Store } from '../../lib/store.ts';
import { shellTexts } from '../../texts/shell.ts';
import { Helpers } from '../access/helpers.tsx';
import { Deletion } from '../documents/deletion.tsx';
import { useLiveFeed } from '../live/use-live-feed.ts';
import { meQuery } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';
import { BottomBar } from './bottom-bar.tsx';
import { useFrameKeys } from './frame-keys.ts';
import { hiddenItem } from './nav-items.ts';
import { LiveRegion } from './live-region.tsx';
import { Nav } from './nav.tsx';
import { keyHelpIsOpen, searchIsOpen } from '../../lib/overlays.ts';
import { OrganizationChoice } from './organization-choice.tsx';
import { SessionOverlay } from './session-overlay.tsx';
import { Strips } from './strips.tsx';
import { TopBar } from './top-bar.tsx';
import { useOrganizationOfAddress } from './use-organization-of-address.ts';
import { useReloadOnNewBuild } from './use-reload-on-new-build.ts';

const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));
const NotForYou = lazy(async () => ({ default: (await import('./not-for-you.tsx')).NotForYou }));
const LiveMessages = lazy(async () => ({
  default: (await import('../messages/live-messages.tsx')).LiveMessages,
}));
const Search = lazy(async () => ({ default: (await import('./search.tsx')).Search }));

const showDeletion = (path: string) => <Deletion path={path} />;
const showHelpers = (path: string) => <Helpers path={path} />;

/** Navigation, top bar and the page between them; without a session it leads to the sign-in and back. */
export function Frame() {
  const { data: me, error, refetch } = useQuery(meQuery);
  const navigate = useNavigate();
  const isSignedOut = me === undefined && isStatus(error, 401);
  useEffect(() => {
    if (!isSignedOut) return;
    // Read once: this frame is still shown while the sign-in loads, and its address is not one to come back to.
    const { pathname, search, hash } = location;
    const wanted = { return: `${pathname}${search}${hash}` };
    void navigate({ to: '/sign-in', search: wanted, replace: true });
  }, [isSignedOut, navigate]);
  if (me !== undefined) {
    return (
      <HelpersNote value={showHelpers}>
        <Framed me={me} />
      </HelpersNote>
    );
  }
  if (isSignedOut) return null;
  if (error === null) return <FrameSkeleton />;
  return (
    <main className="content">
      <ErrorState error={error} onRetry={() => void refetch()} />
    </main>
  );
}

/** The places of navigation, title and content, for a server that answers slowly. */
function FrameSkeleton() {
  return (
    <div className="shell frame-skeleton" aria-busy="true">
      <div className="nav">
        <SkeletonLines lines={4} />
      </div>
      <div>
        <div className="topbar" />
        <main className="content stack loose">
          <Skeleton width={280} height={32} />
          <SkeletonLines lines={5} />
        </main>
      </div>
    </div>
  );
}

function Framed({ me }: { me: Me }) {
  useFrameKeys(me);
  useReloadOnNewBuild();
  useLiveFeed(me);
  useOrganizationOfAddress(me);
  const hasMessages = useHasMessages(me);
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {shellTexts.skip}
      </a>
      <Nav me={me} />
      <div>
        <TopBar unread={me.counters.notices} />
        <Strips me={me} />
        <main className="content" id="content" tabIndex={-1}>
          <DeletedNote value={showDeletion}>
            <Page me={me} />
          </DeletedNote>
        </main>
      </div>
      <BottomBar me={me} />
      <LiveRegion />
      <SessionOverlay me={me} />
      <OrganizationChoice me={me} />
      <Suspense fallback={null}>
        {hasMessages && <LiveMessages me={me} />}
        <OnceOpened store={searchIsOpen}>
          <Search me={me} />
        </OnceOpened>
        <OnceOpened store={keyHelpIsOpen}>
          <KeyHelp />
        </OnceOpened>
      </Suspense>
    </div>
  );
}

/** The page of the address, unless only others may see it: then who they are, and no request that would be refused. */
function Page({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const hidden = hiddenItem(me, pathname);
  if (hidden === undefined) return <Outlet />;
  return (
    <Suspense fallback={null}>
      <NotForYou name={hidden.name} me={me} />
    </Suspense>
  );
}

/** People who have written or got a message, and those who are about to begin. */
function useHasMessages({ counters, principal }: Me): boolean {
  const { pathname } = useLocation();
  const isPerson = principal.startsWith('user:');
  return counters.messages !== null || (isPerson && pathname.startsWith('/messages'));
}

/** Loads what is over the page when it is opened for the first time. */
function OnceOpened({ store, children }: { store: Store<boolean>; children: ReactNode }) {
  const isOpen = useStore(store);
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? children : null;
}
