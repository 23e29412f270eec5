/** The start of the application: it takes the place of what the server drew. */
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import "./style/application.css"
import "./style/shell.css"
import "./style/parts.css"
import "./style/tree.css"
import "./style/beginning.css"
import "./style/screens.css"
import { queryClient } from "./queries.ts"
import { router } from "./router.tsx"
import { saySignedIn } from "./saving/sameBrowser.ts"

// another version was built meanwhile, and the parts of this one are gone
window.addEventListener("vite:preloadError", () => location.reload())

const root = document.createElement("div")
root.id = "Application"

/**
 * How long the first screen may wait for what it shows, in milliseconds: drawn once with everything it is there sooner
 * than drawn empty and then again. Where answers take longer, it says that it waits.
 */
const patience = 100

const answersAsked = () =>
  Promise.allSettled(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ promise }) => promise)
  )

saySignedIn()
const ready = router
  .load()
  .then(answersAsked)
  // what went wrong is said by what is drawn
  .catch(() => undefined)
await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, patience))])
// data of the reader's own choice of a theme stays on the root element
document.body.replaceChildren(root)
document.body.className = "application"
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)
