/**
 * Dates and times of ISO 8601 as regular expressions for every dialect, with only brackets, groups and counts.
 * Matching texts can be cast without an error, so that no text in a JSON value can fail a statement.
 */
const leapYear = '(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)';

const day =
  '(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8])';

/** Years 1000 to 9999: real data is not older, and platforms have different minimum years. */
const date = `([1-9][0-9]{3}-(${day})|${leapYear}-02-29)`;

const time = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?';

const zone = '(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])';

/** Texts of a date, a time or a timestamp (time and zone are optional), anchored at both ends. */
export const isoPatterns = {
  date: `^${date}$`,
  time: `^${time}${zone}?$`,
  timestamp: `^${date}([T ]${time}${zone}?)?$`,
} as const;
