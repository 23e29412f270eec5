import { GitInfo, GitOperation } from "@octavo/core/content/git/GitOperation"
import { ExportInput, ImportInput } from "@octavo/core/content/git/GitSync"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const params = { spaceId: Id }
const summary = (text: string) => OpenApi.annotations({ summary: text })

export const GitGroup = HttpApiGroup.make("space-git")
  .add(
    HttpApiEndpoint.post("importGitRepository", "/spaces/:spaceId/git/import", {
      params,
      payload: ImportInput,
      success: HttpApiSchema.NoContent,
      error: [...Common, PreconditionFailed]
    }).annotateMerge(summary("Import a Git repository into a space")),
    HttpApiEndpoint.post("exportToGitRepository", "/spaces/:spaceId/git/export", {
      params,
      payload: ExportInput,
      success: HttpApiSchema.NoContent,
      error: [...Common, PreconditionFailed]
    }).annotateMerge(summary("Export a space to a Git repository")),
    HttpApiEndpoint.get("getSpaceGitInfo", "/spaces/:spaceId/git/info", {
      params,
      success: GitInfo,
      error: Common
    }).annotateMerge(summary("Get what a space is synchronized with")),
    HttpApiEndpoint.delete("deleteLegacyGitInstallation", "/spaces/:spaceId/git/legacy-installation", {
      params,
      success: Deleted,
      error: Common
    }).annotateMerge(summary("Forget what a space is synchronized with")),
    HttpApiEndpoint.get("listGitOperations", "/spaces/:spaceId/git/operations", {
      params,
      query: listQuery,
      success: ListOf(GitOperation, "GitOperationList"),
      error: Common
    }).annotateMerge(summary("List a space's imports and exports, newest first (extension)")),
    HttpApiEndpoint.get("getGitOperation", "/spaces/:spaceId/git/operations/:operationId", {
      params: { ...params, operationId: Id },
      success: GitOperation,
      error: Common
    }).annotateMerge(summary("Get an import or export (extension)"))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Git sync", description: "Content from a repository, and back to it." }))
