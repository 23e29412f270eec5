/** A running installation: a fresh store, a server on a port of its own, an organization with its admin. */

import { type Actor, CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { Members } from "@octavo/core/people/members/Members"
import { Users } from "@octavo/core/people/users/Users"
import type { OctavoConfig } from "@octavo/runtime/config"
import { type Octavo, octavoLayer } from "@octavo/runtime/layer"
import { logLine } from "@octavo/runtime/process"
import { type RunningServer, type ServerOptions, startServer } from "@octavo/runtime/server"
import { createOrganization } from "@octavo/runtime/setup"
import { Effect, Exit, Logger, ManagedRuntime, Scope } from "effect"
import { type Client, makeClient } from "./client.ts"
import type { Database, Store } from "./stores.ts"

export interface Person {
  readonly id: string
  readonly email: string
  readonly token: string
  readonly client: Client
}

export type WorldConfig = OctavoConfig & Pick<ServerOptions, "patience">

export interface World {
  readonly store: Store
  readonly database: Database
  readonly server: RunningServer
  readonly config: WorldConfig
  readonly origin: string
  readonly organization: string
  readonly admin: Person
  /** The admin's. */
  readonly api: Client
  /** Everything that was logged, one line each. */
  readonly logs: Array<string>
  /** Does what no HTTP operation can do, as the operator of the installation. */
  readonly operate: <A, E>(effect: Effect.Effect<A, E, Octavo | CurrentActor>) => Promise<A>
  /**
   * Waits until the server shows what `operate` has seen. On SQLite that is another process, which may know of a commit
   * of the server before the server itself knows that it is durable (decision 0096).
   */
  readonly shown: () => Promise<void>
  /** A new person, in no organization. */
  readonly stranger: (name?: string) => Promise<Person>
  /** A new member of the organization; `null` is a guest. */
  readonly member: (role: Role | null, organization?: string) => Promise<Person>
  /** Another organization with an admin of its own. */
  readonly neighbour: (title?: string) => Promise<{ readonly id: string; readonly admin: Person }>
  /** A new, empty space of the organization. */
  readonly space: (title?: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/** Lines of JSON into an array: what an operator would see on stderr. */
export const loggingTo = (lines: Array<string>) =>
  Logger.layer([
    Logger.map(logLine, (line) => {
      lines.push(line)
    })
  ])

/** Starts a server in this process. */
export const listen = async (config: WorldConfig, logs: Array<string> = []) => {
  const scope = await Effect.runPromise(Scope.make())
  // what its routes ask for, the application that it builds gives them
  const starting = startServer({ ...config, port: 0, host: "127.0.0.1" }) as Effect.Effect<
    RunningServer,
    unknown,
    Scope.Scope
  >
  const server = await Effect.runPromise(starting.pipe(Scope.provide(scope), Effect.provide(loggingTo(logs))))
  return {
    server,
    origin: `http://localhost:${server.port}`,
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

export const configOf = (database: Database): OctavoConfig & { readonly database: string } => ({
  database: database.url,
  dataDirectory: database.directory,
  allowPrivateNetworks: true,
  // tests come fast, and all from one address
  rateLimits: "off",
  // nobody is there: no test asks the real DNS
  dnsServers: "127.0.0.1:9"
})

export const startWorld = async (store: Store, more: Partial<WorldConfig> = {}): Promise<World> => {
  const database = await store.fresh()
  const config: WorldConfig = { ...configOf(database), ...more }
  const logs: Array<string> = []
  const { server, origin, close } = await listen(config, logs)
  await Effect.runPromise(server.ready)
  // a second process, as far as the store can tell: the command line beside a running server
  const runtime = ManagedRuntime.make(octavoLayer({ ...config, url: origin, worker: false }))
  const operate: World["operate"] = (effect) =>
    runtime.runPromise(Effect.provideService(effect, CurrentActor, operator as Actor))

  /** People are numbered by world: their names are the same whatever ran before in this process. */
  let people = 0
  const personOf = (user: { readonly id: string; readonly email: string }, token: string): Person => ({
    id: user.id,
    email: user.email,
    token,
    client: makeClient(origin, token)
  })

  const stranger = (name = "Person") =>
    operate(
      Effect.gen(function* () {
        const users = yield* Users
        people++
        const user = yield* users.ensure({ email: `person-${people}@octavo.test`, displayName: `${name} ${people}` })
        const { token } = yield* users.createToken(user.id, { label: "test" })
        return personOf(user, token)
      })
    )

  const organizationWithAdmin = async (title: string) => {
    people++
    const { organization, token, user } = await operate(
      createOrganization({ title, another: true, email: `admin-${people}@octavo.test`, name: `Admin ${people}` })
    )
    return { id: organization.id, admin: personOf(user, token) }
  }

  const own = await organizationWithAdmin("Acme")

  return {
    store,
    database,
    server,
    config,
    origin,
    organization: own.id,
    admin: own.admin,
    api: own.admin.client,
    logs,
    operate,
    // whoever reads next meets a commit of another process, and waits for all that was committed before
    shown: async () => void (await stranger("Observer")),
    stranger,
    member: async (role, organization = own.id) => {
      const person = await stranger(role ?? "guest")
      await operate(Effect.flatMap(Members, (members) => members.put(organization, person.id, role)))
      return person
    },
    neighbour: (title = "Neighbour") => organizationWithAdmin(title),
    space: async (title = "Docs") => {
      const { body } = await own.admin.client.post(`/v1/orgs/${own.id}/spaces`, { title })
      return body.id as string
    },
    stop: async () => {
      await close()
      await runtime.dispose()
      await database.drop()
    }
  }
}
