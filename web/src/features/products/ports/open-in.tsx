import { IconExternalLink } from '@tabler/icons-react';
import { productTexts } from '../../../texts/products.ts';
import type { Access } from '../../own-access/state.ts';

/** Links that the provisioning component gave: consoles and folders in which the data is open to the reader. */
export function linksOf(access: Access): readonly { name: string; url: string }[] {
  if (access.lifecycle !== 'active') return [];
  return Object.entries(access.provisioning?.links ?? {}).flatMap(
    ([name, url]: [string, unknown]) =>
      typeof url === 'string' && /^https?:\/\//iu.test(url) ? [{ name, url }] : [],
  );
}

/** Where the reader can work with the data now. */
export function OpenIn({ access, wide }: { access: Access; wide?: boolean }) {
  return linksOf(access).map(({ name, url }) => (
    <a
      key={name}
      className={wide === true ? 'button primary wide' : 'button compact'}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {productTexts.open(name)}
      <IconExternalLink size={14} stroke={1.75} aria-hidden />
    </a>
  ));
}
