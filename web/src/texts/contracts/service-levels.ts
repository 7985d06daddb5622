/** Service levels of ODCS, without the case of their letters, which the formats write in several ways. */
const names: Readonly<Record<string, string>> = {
  availability: 'Availability',
  throughput: 'Throughput',
  errorrate: 'Error rate',
  generalavailability: 'General availability',
  endofsupport: 'End of support',
  endoflife: 'End of life',
  retention: 'Retention',
  frequency: 'Frequency of updates',
  latency: 'Latency',
  freshness: 'Freshness',
  timetodetect: 'Time to detect',
  timetonotify: 'Time to notify',
  timetorepair: 'Time to repair',
};

/** The name of a service level for people; an unknown one keeps its own. */
export function levelName(property: string): string {
  return names[property.toLowerCase()] ?? property;
}

/** The unit of a service level; its sign if people know it better. */
export function unitName(unit: string | null): string | null {
  return unit?.toLowerCase() === 'percent' ? '%' : unit;
}
