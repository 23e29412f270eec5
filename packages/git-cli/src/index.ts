export * as GitCli from "./GitCli.ts"
export { Resolver } from "./network.ts"
