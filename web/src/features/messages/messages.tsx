import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { messageTexts } from '../../texts/messages/messages.ts';
import { ConversationList } from './list/conversation-list.tsx';
import { ConversationPane } from './conversation-pane.tsx';
import { NewConversation } from './list/new-conversation.tsx';
import { listPart } from './search.ts';
import type { MessageSearch } from './search.ts';
import './messages.css';

/** The conversations of the person, of which one is open beside the list. */
export function Messages({ id, search }: { id: string | undefined; search: MessageSearch }) {
  const [isBeginning, setBeginning] = useState(false);
  const begin = () => setBeginning(true);
  return (
    <div className={id === undefined ? 'full-width inbox' : 'full-width inbox has-detail'}>
      <section className="inbox-list" aria-label={messageTexts.list}>
        <ConversationList current={id} search={search} onNew={begin} />
      </section>
      <section className="inbox-detail talk" aria-label={messageTexts.open}>
        {id === undefined ? (
          <div className="state talk-choose">
            <h2>{messageTexts.choose}</h2>
            <p>{messageTexts.chooseHint}</p>
            <Button onClick={begin}>{messageTexts.newConversation}</Button>
          </div>
        ) : (
          <>
            <Link
              className="button compact inbox-back"
              to="/messages/{-$conversation}"
              params={{ conversation: undefined }}
              search={listPart(search)}
            >
              {messageTexts.back}
            </Link>
            <ConversationPane key={id} id={id} search={search} />
          </>
        )}
      </section>
      {isBeginning && <NewConversation onClose={() => setBeginning(false)} />}
    </div>
  );
}
