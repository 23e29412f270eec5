/** The middle value; of an even number of values the mean of the two in the middle. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2
}

/** Three significant digits, with thousands apart. */
export const shown = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3)
