const counts = new Intl.NumberFormat('en');

/** "1,204". */
export function countText(count: number): string {
  return counts.format(count);
}

/** "1 check", "44 checks": a count with its noun. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${countText(count)} ${count === 1 ? noun : nouns}`;
}

const sizes = ['B', 'kB', 'MB', 'GB', 'TB'];

/** "1.4 MB", in powers of 1000. */
export function bytesText(bytes: number): string {
  let [value, index] = [bytes, 0];
  while (value >= 1000 && index < sizes.length - 1) [value, index] = [value / 1000, index + 1];
  const text = index === 0 ? String(value) : value.toFixed(value < 10 ? 1 : 0);
  return `${text} ${sizes[index]}`;
}

/** "€ 1,200.00", or the number with the code of a currency that the browser does not know. */
export function moneyText(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
  } catch {
    return `${countText(amount)} ${currency}`;
  }
}
