/**
 * Where a visitor without a token is sent: the site's fallback URL, which was checked when it was written, with the place
 * that the visitor was going to as its parameter `location`. Pure.
 * @param path below the site's root, encoded, without a slash at its start
 */
export const signInUrl = (fallbackUrl: string, path: string): string => {
  const url = new URL(fallbackUrl)
  url.searchParams.set("location", path)
  return url.href
}
