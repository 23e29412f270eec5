export * as GitCli from "./GitCli.ts"
export { HostError, isPublicAddress, Resolver, resolvePublic } from "./network.ts"
