/** Loads the parts of the script that draws diagrams: classic scripts, each behind those that it needs. */

type Exports = Record<string, unknown>
type Run = (
  require: (name: string) => Exports,
  exports: Exports,
  module: { exports: Exports },
  load: (name: string) => Promise<Exports>
) => void

interface Window {
  octavoPart: (name: string, needs: ReadonlyArray<string>, run: Run) => void
  octavoStart: (name: string) => void
}

const { src } = document.currentScript as HTMLScriptElement
const parts = new Map<string, { readonly needs: ReadonlyArray<string>; readonly run: Run }>()
const running = new Map<string, { exports: Exports }>()
const loading = new Map<string, Promise<void>>()

const nameOf = (path: string): string => path.replace("./", "")

const exportsOf = (path: string): Exports => {
  const name = nameOf(path)
  const known = running.get(name)
  if (known) return known.exports
  const module = { exports: {} }
  running.set(name, module)
  parts.get(name)!.run(exportsOf, module.exports, module, load)
  return module.exports
}

const fetchPart = async (name: string): Promise<void> => {
  if (!parts.has(name)) {
    await new Promise((resolve, reject) => {
      const script = document.createElement("script")
      script.src = new URL(name, src).href
      script.onload = resolve
      script.onerror = () => reject(new Error(`${name} cannot be loaded`))
      document.head.append(script)
    })
  }
  await Promise.all(parts.get(name)!.needs.map(fetched))
}

const fetched = (name: string): Promise<void> => {
  const known = loading.get(name) ?? fetchPart(name)
  loading.set(name, known)
  // what failed may be there the next time
  known.catch(() => loading.delete(name))
  return known
}

const load = async (path: string): Promise<Exports> => {
  await fetched(nameOf(path))
  return exportsOf(path)
}

Object.assign(self as unknown as Window, {
  octavoPart: (name, needs, run) => parts.set(name, { needs, run }),
  octavoStart: (name) => void load(name)
} satisfies Window)
