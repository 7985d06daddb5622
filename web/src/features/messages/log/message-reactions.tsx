import { Menu } from '@mantine/core';
import {
  IconCheck,
  IconConfetti,
  IconEye,
  IconHeart,
  IconMoodPlus,
  IconMoodSmile,
  IconThumbUp,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { countText } from '../../../lib/numbers.ts';
import { messageTexts, reactionNames } from '../../../texts/messages/messages.ts';
import { useReact } from '../changes.ts';
import { reactionsOf } from './reactions.ts';
import type { Member, Message } from '../types.ts';

const icons: Readonly<Record<string, Icon>> = {
  thumbs_up: IconThumbUp,
  heart: IconHeart,
  check: IconCheck,
  eyes: IconEye,
  party: IconConfetti,
  smile: IconMoodSmile,
};

/** Reactions of other clients have names that this page does not know: they are shown as words. */
const nameOf = (name: string): string => reactionNames[name] ?? name.replaceAll('_', ' ');

type ReactionProps = { message: Message; username: string };

type ReactionsProps = ReactionProps & { members: readonly Member[] };

/** The reactions to a message with their numbers; a press gives or takes back the own one. */
export function Reactions({ message, username, members }: ReactionsProps) {
  const { mutate } = useReact(username);
  const reactions = reactionsOf(message);
  if (reactions.length === 0) return null;
  return (
    <span className="row wrap tight">
      {reactions.map(({ name, usernames }) => {
        const isGiven = usernames.includes(username);
        const who = reactedBy(usernames, members);
        const Shown = icons[name];
        return (
          <button
            key={name}
            type="button"
            className="chip pressable talk-reaction"
            aria-pressed={isGiven}
            title={messageTexts.reacted(nameOf(name), who)}
            onClick={() => mutate({ message, name, isGiven: !isGiven })}
          >
            <span className="hidden">{messageTexts.reacted(nameOf(name), who)}</span>
            {Shown === undefined ? (
              <span aria-hidden>{nameOf(name)}</span>
            ) : (
              <Shown size={14} stroke={1.75} aria-hidden />
            )}
            {countText(usernames.length)}
          </button>
        );
      })}
    </span>
  );
}

/** The names of those who reacted; of people who have left, the usernames. */
function reactedBy(usernames: readonly string[], members: readonly Member[]): string {
  const names = new Map(members.map(({ username, name }) => [username, name]));
  return usernames.map((each) => names.get(each) ?? each).join(', ');
}

/** Offers the reactions that the page knows. */
export function ReactMenu({ message, username, author }: ReactionProps & { author: string }) {
  const { mutate } = useReact(username);
  const given = new Set(
    reactionsOf(message).flatMap(({ name, usernames }) =>
      usernames.includes(username) ? [name] : [],
    ),
  );
  return (
    <Menu position="bottom-end" width={170}>
      <Menu.Target>
        <button type="button" className="icon-button" aria-label={messageTexts.reactTo(author)}>
          <IconMoodPlus size={15} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(icons).map(([name, Shown]) => (
          <Menu.Item
            key={name}
            leftSection={<Shown size={15} stroke={1.75} aria-hidden />}
            onClick={() => mutate({ message, name, isGiven: !given.has(name) })}
          >
            {nameOf(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
