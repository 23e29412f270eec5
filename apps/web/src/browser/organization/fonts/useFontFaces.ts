/** Lets a custom font be drawn on this screen, from the files that sites serve. */
import { useEffect } from "react"
import type { CustomFont } from "../../../logic/api.ts"

/** The name that a custom font is drawn by here: its own may be that of another one. */
export const familyOf = (id: string): string => `custom-${id}`

/** Files are fetched when something is drawn with them. Those of other hosts are not asked for here. */
export const useFontFaces = ({ fontFaces, id }: Pick<CustomFont, "id" | "fontFaces">): void => {
  const faces = JSON.stringify(fontFaces)
  useEffect(() => {
    const made = (JSON.parse(faces) as CustomFont["fontFaces"]).flatMap(({ sources, weight }) => {
      const own = sources.filter(({ url }) => url.startsWith(`${location.origin}/`)).map(({ url }) => `url("${url}")`)
      return own.length === 0
        ? []
        : [new FontFace(familyOf(id), own.join(), { weight: String(weight), display: "swap" })]
    })
    for (const face of made) document.fonts.add(face)
    return () => {
      for (const face of made) document.fonts.delete(face)
    }
  }, [faces, id])
}
