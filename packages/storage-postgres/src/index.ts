export * as PostgresClient from "./PostgresClient.ts"
