/** Words that are nearly others. */

/** Whether one letter was left out, added, exchanged or written in another case. */
export const isNear = (written: string, known: string): boolean => {
  const [a, b] = [written.toLowerCase(), known.toLowerCase()]
  if (a === b) return true
  if (b.length < 4 || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  const rest = (text: string, skip: number) => text.slice(start + skip)
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 0) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    // two letters beside each other that changed places
    (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2))
  )
}
