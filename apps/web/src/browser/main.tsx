/** The start of the application: it takes the place of what the server drew. */
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import "./style/application.css"
import "./style/shell.css"
import "./style/parts.css"
import "./style/screens.css"
import { queryClient } from "./queries.ts"
import { router } from "./router.tsx"

// another version was built meanwhile, and the parts of this one are gone
window.addEventListener("vite:preloadError", () => location.reload())

const root = document.createElement("div")
root.id = "Application"
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
