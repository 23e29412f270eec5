/** Titles are the same whose letters are. */
export const plainTitle = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase()
