import { violationAt } from '../../api/problem.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { catalogSettingTexts as texts } from '../../texts/organization/catalog-settings.ts';
import { usePutScore } from './changes.ts';
import type { PageSettings } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

const bands = ['excellent', 'good', 'fair'] as const;

/** The points of each rule by its key, and the lowest scores of the ratings, as they are typed. */
function formOf({ rules, ratingBands }: PageSettings['score']): Record<string, string> {
  const points = rules.map(({ key, weight }) => [key, String(weight)]);
  return Object.fromEntries([...points, ...bands.map((band) => [band, String(ratingBands[band])])]);
}

/** How many points each rule of the scores of data products gives, and how scores are rated. */
export function ScoreSettings({ settings: { score, may } }: { settings: PageSettings }) {
  const put = usePutScore();
  const { form, isChanged, change, forget } = useForm(formOf(score));
  const numberOf = (name: string) => Number(form[name]?.trim() || Number.NaN);
  const body = {
    rules: score.rules.map(({ key }) => ({ key, weight: numberOf(key) })),
    ratingBands: {
      excellent: numberOf('excellent'),
      good: numberOf('good'),
      fair: numberOf('fair'),
    },
  };
  return (
    <SettingCard
      title={texts.score}
      lead={texts.scoreLead}
      isChanged={isChanged}
      mayChange={may.change}
      isPending={put.isPending}
      error={put.error}
      onSave={() => put.mutate(body, { onSuccess: forget })}
      onDiscard={forget}
    >
      {score.rules.map(({ key, label, description }, index) => (
        <TextField
          key={key}
          label={texts.points(label)}
          hint={description}
          problem={violationAt(put.error, `rules[${index}].weight`)}
          value={form[key] ?? ''}
          onChange={(weight) => change({ [key]: weight })}
        />
      ))}
      {bands.map((band) => (
        <TextField
          key={band}
          label={texts.bands[band]}
          hint={texts.bandsHint}
          problem={violationAt(put.error, `ratingBands.${band}`)}
          value={form[band] ?? ''}
          onChange={(lowest) => change({ [band]: lowest })}
        />
      ))}
    </SettingCard>
  );
}
