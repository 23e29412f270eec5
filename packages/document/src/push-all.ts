/** `push(...many)` without the limit on the number of arguments: past some 100,000 of them a call throws. */
export const pushAll = <T>(target: T[], items: Iterable<T>): void => {
  for (const item of items) target.push(item)
}
