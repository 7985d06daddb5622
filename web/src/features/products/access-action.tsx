import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { documentHref } from '../../lib/address/document-href.ts';
import { useNow } from '../../lib/now.ts';
import { productTexts } from '../../texts/products.ts';
import { accessState, byUrgency, endsSoon, isCurrent } from '../own-access/state.ts';
import { AccessPeriod } from '../own-access/access-cards.tsx';
import type { Access } from '../own-access/state.ts';
import { linksOf, OpenIn } from './ports/open-in.tsx';
import type { Port } from './product-facts.ts';

type AccessActionProps = {
  productId: string;
  ports: readonly Port[];
  own: readonly Access[];
  ownerName: string | undefined;
};

/** The one action that fits the reader's state: request, wait, renew, look into a failure, open. */
export function AccessAction({ productId, ports, own, ownerName }: AccessActionProps) {
  const access = own.filter(isCurrent).toSorted(byUrgency)[0];
  if (ports.length === 0) return null;
  if (access === undefined) {
    const wasRejected = own.some(({ lifecycle }) => lifecycle === 'rejected');
    const hint = ownerName === undefined ? undefined : productTexts.actionHint.none(ownerName);
    return (
      <>
        <div className="primary-bar">
          <RequestButton productId={productId} ports={ports} />
        </div>
        <p className="tiny faint">{wasRejected ? productTexts.actionHint.rejected : hint}</p>
      </>
    );
  }
  return (
    <>
      <div className="primary-bar">
        <Fitting access={access} />
      </div>
      <p className="tiny faint">
        <Standing access={access} /> <RequestButton productId={productId} ports={ports} isLink />
      </p>
    </>
  );
}

function Fitting({ access }: { access: Access }) {
  const now = useNow();
  const isFailed = access.provisioning?.status === 'provisioning-failed';
  if (isFailed) return <AccessLink access={access}>{productTexts.seeWhy}</AccessLink>;
  if (access.lifecycle !== 'active') {
    return <AccessLink access={access}>{productTexts.openRequest}</AccessLink>;
  }
  if (endsSoon(access, now)) return <AccessLink access={access}>{productTexts.renew}</AccessLink>;
  if (linksOf(access).length > 0) return <OpenIn access={access} wide />;
  return <AccessLink access={access}>{productTexts.openAccess}</AccessLink>;
}

function AccessLink({ access: { id }, children }: { access: Access; children: string }) {
  if (typeof id !== 'string') return null;
  return (
    <Link className="button primary wide tall" to={documentHref('access', id)}>
      {children}
    </Link>
  );
}

/** "Commerce: shop-database, ends in 9 days. Since 12 Jan, until 30 Nov." */
function Standing({ access }: { access: Access }): ReactNode {
  const now = useNow();
  const { consumer, provider } = access;
  const who = consumer.dataProductName ?? consumer.teamName ?? productTexts.you;
  return (
    <>
      {productTexts.stateWith(who, provider.outputPortName ?? provider.outputPortId)},{' '}
      {uncapitalized(accessState(access, now).word)}. <AccessPeriod access={access} />.
    </>
  );
}

const uncapitalized = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

type RequestButtonProps = { productId: string; ports: readonly Port[]; isLink?: boolean };

/** Opens the sheet in which one asks for a port: its id goes into the address. */
export function RequestButton({ productId, ports, isLink }: RequestButtonProps) {
  const navigate = useNavigate();
  const ask = (port: string) =>
    void navigate({
      to: '/dataproducts/$id/{-$tab}',
      params: (old) => ({ ...old, id: productId }),
      search: (old) => ({ ...old, request: port }),
      resetScroll: false,
    });
  const words = isLink === true ? productTexts.requestAnother : productTexts.request;
  const [first] = ports;
  if (first !== undefined && ports.length === 1) {
    return <Opener isLink={isLink} onClick={() => ask(first.id)} words={words} />;
  }
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Opener isLink={isLink} words={words} hasMenu />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{productTexts.choosePort}</Menu.Label>
        {ports.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => ask(id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type OpenerProps = {
  isLink: boolean | undefined;
  words: string;
  hasMenu?: boolean;
  onClick?: () => void;
};

function Opener({ isLink, words, hasMenu, ...others }: OpenerProps) {
  if (isLink === true) {
    return (
      <button type="button" {...others} className="link-button tiny">
        {words}
      </button>
    );
  }
  return (
    <Button tone="primary" wide className="tall" {...others}>
      {words}
      {hasMenu === true && <IconChevronDown size={15} stroke={2} aria-hidden />}
    </Button>
  );
}
