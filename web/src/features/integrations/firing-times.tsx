import './schedule-times.css';

type FiringTimesProps = { times: readonly string[]; timezone: string };

/** The next times of a schedule by the clock of its zone. */
export function FiringTimes({ times, timezone }: FiringTimesProps) {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
  });
  return (
    <ol className="firing-times small">
      {times.map((at) => (
        <li key={at}>
          <time dateTime={at}>{format.format(new Date(at))}</time>
        </li>
      ))}
    </ol>
  );
}
