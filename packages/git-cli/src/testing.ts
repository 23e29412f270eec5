/** For tests only: a Git server on the loopback interface and commits written without a work tree. */
export * from "../test/support/git-server.ts"
