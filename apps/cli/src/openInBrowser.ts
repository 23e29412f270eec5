import { spawn } from "node:child_process"

/** Opens the address in the browser that the system, or BROWSER, names. Where there is none, nothing happens. */
export const openInBrowser = (url: string): void => {
  const [command, ...args] =
    process.env["BROWSER"] !== undefined
      ? [process.env["BROWSER"]]
      : process.platform === "darwin"
        ? ["open"]
        : process.platform === "win32"
          ? ["rundll32", "url.dll,FileProtocolHandler"]
          : ["xdg-open"]
  const child = spawn(command!, [...args, url], { stdio: "ignore", detached: true })
  child.on("error", () => {})
  child.unref()
}
