import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.tsx';
import { showUndo } from '../../components/dialogs/undo-toast.tsx';
import { productTexts } from '../../texts/products.ts';
import { followQuery, useFollow } from './queries.ts';
import type { FollowedKind } from './queries.ts';

type FollowButtonProps = { kind: FollowedKind; id: string; name: string };

/** Follows a document: its changes become notices. */
export function FollowButton({ kind, id, name }: FollowButtonProps) {
  const { data } = useQuery(followQuery(kind, id));
  const follow = useFollow(kind, id);
  const isFollowing = data?.following === true;
  const toggle = () =>
    follow.mutate(!isFollowing, {
      onSuccess: () => {
        const told = isFollowing ? productTexts.unfollowed(name) : productTexts.followed(name);
        showUndo(told, () => follow.mutate(isFollowing));
      },
    });
  const Drawing = isFollowing ? IconBellFilled : IconBell;
  return (
    <Button compact aria-pressed={isFollowing} disabled={data === undefined} onClick={toggle}>
      <Drawing size={15} stroke={1.75} aria-hidden />
      {isFollowing ? productTexts.following : productTexts.follow}
    </Button>
  );
}
