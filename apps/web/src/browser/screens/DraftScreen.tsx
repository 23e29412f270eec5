/** A change request: with the path of a page that page of its draft, without one what it changes. */
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import { Waiting } from "../parts/screen.tsx"
import { PageScreen } from "./PageScreen.tsx"

const ReviewScreen = lazy(() => import("../review/ReviewScreen.tsx"))

export const DraftScreen = () => {
  const { _splat: path = "" } = useParams({ strict: false })
  if (path !== "") return <PageScreen />
  return (
    <Suspense fallback={<Waiting lines={6} />}>
      <ReviewScreen />
    </Suspense>
  )
}
