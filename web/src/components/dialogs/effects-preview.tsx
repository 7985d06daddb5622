import { dialogTexts } from '../../texts/dialogs.ts';
import { eventSentence } from '../../texts/event-sentences.ts';
import type { PlannedEvent } from '../../texts/event-sentences.ts';

/** What a dry run says that would happen, as sentences. */
export function EffectsPreview({ effects }: { effects: readonly PlannedEvent[] }) {
  return (
    <section className="card" aria-label={dialogTexts.whatHappens}>
      <div className="inside stack">
        <h3>{dialogTexts.whatHappens}</h3>
        {effects.length === 0 && <p className="soft">{dialogTexts.nothingHappens}</p>}
        <ul className="stack small">
          {effects.map((effect, index) => (
            <li key={index}>{eventSentence(effect)}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
