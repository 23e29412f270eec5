// The `podman` and `docker` of the pages: check what they are asked for against Containerfile and compose.yaml of the
// directory they run in, and run what is to run inside with the workspace's `octavo`. usage: containers.mjs PROGRAM ARGS...
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

const { parse } = createRequire(join(process.env.GUIDES_ROOT, "packages/document/package.json"))("yaml")
const [program, ...given] = process.argv.slice(2)
const { GUIDES_STATE: machine } = process.env
const refuse = (why) => {
  process.stderr.write(`${program} ${given.join(" ")}: ${why}\n`)
  process.exit(1)
}
mkdirSync(machine, { recursive: true })
const file = join(machine, "containers.json")
const state = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { images: {}, running: {} }
const keep = () => writeFileSync(file, JSON.stringify(state))

/** Splits flags, each with its value, from what follows them. */
const flagsOf = (args, valued, plain = []) => {
  const flags = []
  let at = 0
  for (; args[at]?.startsWith("--"); at++) {
    if (plain.includes(args[at])) flags.push([args[at], ""])
    else if (valued.includes(args[at])) flags.push([args[at], args[++at] ?? refuse(`${args[at - 1]} has no value`)])
    else refuse(`there is no flag ${args[at]}`)
  }
  return {
    flags,
    all: (name) => flags.filter(([flag]) => flag === name).map(([, value]) => value),
    rest: args.slice(at)
  }
}

/** What the image sets. */
const imageOf = (containerfile) => {
  const text = readFileSync(containerfile, "utf8").replace(/\\\n\s*/g, "")
  const env = Object.fromEntries(
    [...(/^ENV (.*)$/m.exec(text)?.[1] ?? "").matchAll(/(\w+)=(\S+)/g)].map(([, k, v]) => [k, v])
  )
  const list = (name) => JSON.parse(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1] ?? "[]")
  return { env, entry: list("ENTRYPOINT"), volumes: list("VOLUME"), exposed: /^EXPOSE (\d+)$/m.exec(text)?.[1] }
}

/** Runs a command in a container: `octavo`, with its settings, and its volume in a directory of this machine. */
const inside = (name, command) => {
  const container = state.running[name] ?? refuse(`no container ${name} is running`)
  if (command[0] !== "octavo") refuse(`the image has no command ${command[0]}`)
  const data = join(machine, "volumes", container.volume)
  mkdirSync(data, { recursive: true })
  const there = (text) => (text ?? "").replaceAll("/data", data)
  const env = Object.fromEntries(Object.entries(container.env).map(([key, value]) => [key, there(value)]))
  const { PATH: _, ...settings } = env
  const { status } = spawnSync("octavo", command.slice(1).map(there), {
    stdio: "inherit",
    env: { ...process.env, ...settings }
  })
  process.exit(status ?? 1)
}

const compose = (args) => {
  if (!existsSync("compose.yaml")) refuse("there is no compose.yaml here")
  const env = existsSync(".env")
    ? Object.fromEntries(
        readFileSync(".env", "utf8")
          .split("\n")
          .flatMap((line) =>
            /^\w+=/.test(line) ? [[line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]] : []
          )
      )
    : {}
  const text = readFileSync("compose.yaml", "utf8").replace(
    /\$\{(\w+)(?::([?-])([^}]*))?\}/g,
    (_, name, kind, word) => {
      const value = process.env[name] || env[name]
      return value || (kind === "-" ? word : refuse(`required variable ${name} is missing a value: ${word}`))
    }
  )
  const { services } = parse(text)
  const [command, ...rest] = args
  if (command === "up") {
    const { rest: more } = flagsOf(rest, [], ["--detach", "--build"])
    if (more.length > 0) refuse(`there is no service ${more[0]}`)
    for (const [name, { build, environment, volumes }] of Object.entries(services)) {
      if (build !== undefined && !existsSync(join(build.context, build.dockerfile))) refuse(`${name} cannot be built`)
      state.running[name] = {
        volume: volumes[0].split(":")[0],
        env: { ...(build === undefined ? {} : imageOf(join(build.context, build.dockerfile)).env), ...environment }
      }
      // its database is the one that there is here
      const { env } = state.running[name]
      if (env.OCTAVO_DATABASE_URL) env.OCTAVO_DATABASE_URL = "postgres://octavo:secret@db/octavo"
    }
    return keep()
  }
  if (command === "exec") return inside(rest[0], rest.slice(1))
  refuse(`${command} is not known here`)
}

const [command, ...rest] = given
if (command === "compose") compose(rest)
else if (command === "build") {
  const { all, rest: context } = flagsOf(rest, ["--format", "--tag", "--file", "--build-arg"])
  if (context.length !== 1) refuse("one directory is needed")
  const [named] = all("--file")
  // docker does not look for this name by itself
  const containerfile = join(context[0], named ?? (program === "podman" ? "Containerfile" : "Dockerfile"))
  if (!existsSync(containerfile)) refuse(`there is no ${containerfile}`)
  for (const one of all("--format")) if (program !== "podman" || one !== "docker") refuse(`no format ${one}`)
  for (const tag of all("--tag")) state.images[tag] = imageOf(containerfile)
  keep()
} else if (command === "run") {
  const { all, flags, rest: image } = flagsOf(rest, ["--name", "--publish", "--volume", "--env"], ["--detach"])
  const known = state.images[image[0]] ?? refuse(`there is no image ${image[0]}`)
  if (!flags.some(([flag]) => flag === "--detach")) refuse("this stays in the foreground: no command behind it runs")
  for (const one of all("--publish")) if (one.split(":").at(-1) !== known.exposed) refuse(`nothing listens on ${one}`)
  const [volume, path] = (all("--volume")[0] ?? "").split(":")
  if (!known.volumes.includes(path)) refuse(`what is written is not kept: ${known.volumes} is no volume`)
  const env = { ...known.env, ...Object.fromEntries(all("--env").map((one) => one.split(/=(.*)/s).slice(0, 2))) }
  state.running[all("--name")[0]] = { volume, env }
  keep()
} else if (command === "exec") inside(rest[0], rest.slice(1))
else refuse(`${command} is not known here`)
