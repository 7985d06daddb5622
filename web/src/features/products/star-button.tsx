import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { productTexts } from '../../texts/products.ts';
import { starQuery, useStar } from './interest.ts';

/** Stars a product, and tells how many did. */
export function StarButton({ id }: { id: string }) {
  const { data } = useQuery(starQuery(id));
  const star = useStar(id);
  const isStarred = data?.starredByMe === true;
  const Drawing = isStarred ? IconStarFilled : IconStar;
  return (
    <Button
      compact
      aria-pressed={isStarred}
      disabled={data === undefined}
      onClick={() => star.mutate(!isStarred)}
    >
      <Drawing size={15} stroke={1.75} aria-hidden />
      {isStarred ? productTexts.starred : productTexts.star}
      {data !== undefined && <span className="faint number">{data.count}</span>}
    </Button>
  );
}
