import * as Context from "effect/Context"

const names = new Set<string>()

/**
 * A value that whoever runs an effect may set, and that has a default: settings, capabilities, what a request brings. The
 * context of a request holds these and no services (`ofRequests`): who needs a service takes it when it is built.
 */
export const reference = <A>(name: string, defaultValue: () => A): Context.Reference<A> => {
  names.add(name)
  return Context.Reference<A>(name, { defaultValue })
}

/** Names of services, and of references that are in `names`. */
const ours = /^@?octavo\//

/**
 * What requests need of an application's context: its references, and what the library's own are set to (its tracer, for
 * one). Contexts are copied for each request, and an application has some two hundred services.
 */
export const ofRequests = (application: Context.Context<never>): Context.Context<never> =>
  Context.makeUnsafe(new Map([...application.mapUnsafe].filter(([name]) => names.has(name) || !ours.test(name))))
