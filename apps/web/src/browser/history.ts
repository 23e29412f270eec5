/** The history of the window, which the router follows. */
import { createBrowserHistory } from "@tanstack/react-router"

export const history = createBrowserHistory()
