export * as GitCli from "./GitCli.ts"
