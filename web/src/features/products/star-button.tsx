import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.tsx';
import { productTexts } from '../../texts/products.ts';
import { followQuery } from '../follows/queries.ts';
import { useStar } from './interest.ts';

/** Stars a product, and tells how many did. */
export function StarButton({ id }: { id: string }) {
  const stars = useQuery(followQuery('dataproducts', id)).data?.stars ?? undefined;
  const star = useStar(id);
  const isStarred = stars?.starredByMe === true;
  const Drawing = isStarred ? IconStarFilled : IconStar;
  return (
    <Button
      compact
      aria-pressed={isStarred}
      disabled={stars === undefined}
      onClick={() => star.mutate(!isStarred)}
    >
      <Drawing size={15} stroke={1.75} aria-hidden />
      {isStarred ? productTexts.starred : productTexts.star}
      {stars !== undefined && <span className="faint number">{stars.count}</span>}
    </Button>
  );
}
