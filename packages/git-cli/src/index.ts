export * as GitCli from "./GitCli.ts"
export { HostError, isPublicAddress, Resolver, resolveAny, resolvePublic } from "./network.ts"
