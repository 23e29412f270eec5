/** Hands a text over as a file, as if it were downloaded. @param type media type */
export const saveFile = (name: string, text: string, type: string): void => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  link.download = name
  link.click()
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
